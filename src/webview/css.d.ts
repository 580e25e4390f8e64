/** Lets TypeScript import style sheets. esbuild collects them in a file beside the bundle. */
declare module '*.css';
