import path from 'node:path';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** The folder for everything that a run leaves behind. Git ignores it. */
export const buildDir = path.join(projectRoot, 'build');

/** The folder in which test/ui/run.mjs has installed the packaged extension. */
export const installedExtensionsDir = path.join(buildDir, 'ui', 'extensions');

/** Screenshots and logs of failed UI tests. */
export const shotsDir = path.join(buildDir, 'shots');

/** Publisher and name, which never change, because secrets and links depend on them. */
export const extensionId = 'datastore-explorer.datastore-explorer';
