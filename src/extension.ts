import * as vscode from 'vscode';
import { registerCommands } from './commands.ts';
import { Program } from './program.ts';

export function activate(context: vscode.ExtensionContext): Program | undefined {
  const program = new Program(context);
  context.subscriptions.push(registerCommands(program, context.extension.packageJSON));
  program.reportInterrupted();
  // Tests look inside; other extensions get nothing (docs/security.md 20).
  return context.extensionMode === vscode.ExtensionMode.Test ? program : undefined;
}
