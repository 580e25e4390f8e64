/**
 * Loaded before unit tests: replaces `vscode`, which exists only in an extension host, by the file beside this one, and
 * style sheets by nothing. Keeps what child processes compile.
 */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

// Most tests of the service start processes, each of which would compile the same TypeScript: 0.6 of 1.9 s.
process.env['NODE_COMPILE_CACHE'] ??= path.join(projectRoot, 'build', 'compile-cache');

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'vscode') return { url: new URL('./vscode.ts', import.meta.url).href, shortCircuit: true };
    if (specifier.endsWith('.css')) return { url: 'data:text/javascript,', shortCircuit: true };
    return next(specifier, context);
  },
});
