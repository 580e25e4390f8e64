/** esbuild gathers imported style sheets into a file beside the bundle. */
declare module '*.css';
