/**
 * Loaded before unit tests: replaces `vscode`, which exists only in an extension host, by the file beside this one, and
 * style sheets by nothing.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'vscode') return { url: new URL('./vscode.ts', import.meta.url).href, shortCircuit: true };
    if (specifier.endsWith('.css')) return { url: 'data:text/javascript,', shortCircuit: true };
    return next(specifier, context);
  },
});
