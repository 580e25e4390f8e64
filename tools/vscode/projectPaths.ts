import path from 'node:path';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Everything that a run leaves behind; git ignores it. */
export const buildDir = path.join(projectRoot, 'build');

/** Where test/ui/run.mjs has installed the packaged extension. */
export const installedExtensionsDir = path.join(buildDir, 'ui', 'extensions');

/** Screenshots and logs of failed UI tests. */
export const shotsDir = path.join(buildDir, 'shots');

/** Publisher and name: fixed, because secrets and links depend on it. */
export const extensionId = 'datastore-explorer.datastore-explorer';
