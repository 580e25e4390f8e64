/** Loaded before unit tests: `vscode`, which only an extension host has, is the stand-in beside this file. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: new URL('./vscode.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
