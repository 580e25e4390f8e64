import path from 'node:path';

export interface WorkbenchTarget {
  /** Folder to open. An empty window opens if this is absent. */
  readonly folder?: string;
  /** An extension to load from its source folder, and the Mocha entry file to run in it. */
  readonly developmentPath?: string;
  readonly testsPath?: string;
}

/** The address that opens a workbench of the server at `serverUrl`. */
export function workbenchUrl(serverUrl: string, { folder, developmentPath, testsPath }: WorkbenchTarget): string {
  const remote = (file: string): string => `vscode-remote://${new URL(serverUrl).host}${encodeURI(path.resolve(file))}`;
  const payload: [string, string][] = [];
  if (developmentPath) payload.push(['extensionDevelopmentPath', remote(developmentPath)]);
  if (testsPath) payload.push(['extensionTestsPath', remote(testsPath)]);
  const query = new URLSearchParams({
    ...(folder === undefined ? { ew: 'true' } : { folder: path.resolve(folder) }),
    ...(payload.length > 0 ? { payload: JSON.stringify(payload) } : {}),
  });
  return `${serverUrl}/?${query.toString()}`;
}
