import { rangeIn } from '../platform/openTexts.ts';
import * as vscode from 'vscode';
import { type Field, typeName } from '../base/field.ts';
import { quotedName } from '../base/quotes.ts';
import { Owner } from '../platform/disposables.ts';
import type { SqlSourcesPort } from '../platform/ports/sqlPort.ts';
import { SQL_FUNCTIONS, SQL_KEYWORDS } from '../service/index.ts';
import { type CompletionContext, completionContext } from './completionContext.ts';
import { documentOf, SQL_DOCUMENTS } from './openDocument.ts';

const KEYWORDS = new Set(SQL_KEYWORDS.map((word) => word.toLowerCase()));
const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** Proposes sources, their fields as far as they are known here, functions and keywords. */
export class SqlCompletion extends Owner implements vscode.CompletionItemProvider {
  readonly #sources: SqlSourcesPort;

  constructor(sources: SqlSourcesPort) {
    super();
    this.#sources = sources;
    this.owned.add(vscode.languages.registerCompletionItemProvider(SQL_DOCUMENTS, this, '.', '"', ' '));
  }

  async provideCompletionItems(
    editor: vscode.TextDocument,
    position: vscode.Position,
    _token: vscode.CancellationToken,
    { triggerCharacter }: vscode.CompletionContext,
  ): Promise<vscode.CompletionItem[]> {
    const document = documentOf(editor);
    const context = completionContext(editor.getText(), document, editor.offsetAt(position));
    if (context === undefined || (triggerCharacter === ' ' && context.kind !== 'table')) return [];
    const { typed } = context;
    const range = rangeIn(editor, context);
    const { Class, Field: FieldKind, Function: FunctionKind, Keyword } = vscode.CompletionItemKind;
    const order = [FieldKind, Class, FunctionKind, Keyword];
    const item = (name: string, kind: vscode.CompletionItemKind, text: string, detail = ''): vscode.CompletionItem =>
      Object.assign(new vscode.CompletionItem(name, kind), {
        ...{ detail, range, insertText: text },
        // VS Code compares what was typed, with its quote.
        filterText: typed.startsWith('"') ? quotedName(name) : name,
        sortText: `${String(order.indexOf(kind))} ${name.toLowerCase()}`,
      });
    const named = (name: string, kind: vscode.CompletionItemKind, detail: string): vscode.CompletionItem =>
      item(name, kind, typed.startsWith('"') ? quotedName(name) : nameInSql(name), detail);
    const tables = document.sources.map(({ name, place }) => named(name, Class, place));
    if (context.kind === 'table') return tables;
    const known = vscode.workspace.isTrusted ? await this.#fields(editor, context) : [];
    const fields = known.flatMap(({ source, fields: of }) =>
      of.map(({ id, type }) => named(id, FieldKind, `${typeName(type)} · ${source}`)),
    );
    if (context.kind === 'field' || typed.startsWith('"'))
      return [...fields, ...(context.kind === 'any' ? tables : [])];
    const isLower = typed !== '' && typed === typed.toLowerCase();
    const keywords = SQL_KEYWORDS.map((word) => (isLower ? word.toLowerCase() : word.toUpperCase()));
    return [
      ...fields,
      ...tables,
      ...SQL_FUNCTIONS.map((name) => item(name, FunctionKind, name)),
      ...keywords.map((word) => item(word, Keyword, word)),
    ];
  }

  async #fields(
    editor: vscode.TextDocument,
    context: CompletionContext,
  ): Promise<readonly { readonly source: string; readonly fields: readonly Field[] }[]> {
    const { sources } = documentOf(editor);
    const meant = sources.filter(({ name }) => context.sources.includes(name));
    return Promise.all(
      meant.map(async (source) => {
        const state = await this.#sources.look(editor.uri, source);
        return { source: source.name, fields: state.kind === 'ready' ? state.fields : [] };
      }),
    );
  }
}

/** A name that the engine would read as something else stands in quotes. */
function nameInSql(name: string): string {
  return PLAIN_NAME.test(name) && !KEYWORDS.has(name.toLowerCase()) ? name : quotedName(name);
}
