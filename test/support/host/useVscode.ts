/** Loaded before unit tests: `vscode`, which only an extension host has, is the stand-in beside this file; style sheets are empty. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'vscode')
      return { url: new URL('./vscode.ts', import.meta.url).href, shortCircuit: true };
    if (specifier.endsWith('.css')) return { url: 'data:text/javascript,', shortCircuit: true };
    return next(specifier, context);
  },
});
