/** The replacement for what VS Code's chat gets, in unit tests. */

/** A text of VS Code's chat. It keeps what was appended, without the escapes of Markdown. */
export class MarkdownString {
  value = '';

  appendText(text: string): this {
    this.value += text;
    return this;
  }
}

export class LanguageModelTextPart {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelToolResult {
  readonly content: readonly LanguageModelTextPart[];

  constructor(content: readonly LanguageModelTextPart[]) {
    this.content = content;
  }
}

export class McpStdioServerDefinition {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;

  constructor(label: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    [this.label, this.command, this.args, this.env] = [label, command, args, env];
  }
}

export const lm = { registerMcpServerDefinitionProvider: () => ({ dispose: () => undefined }) };
