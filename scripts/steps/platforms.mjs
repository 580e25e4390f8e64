// The platforms with a VSIX of their own: VS Code's name for each, and its bindings of DuckDB.

/**
 * `bindings` is the end of the npm package's name. `folder` is where nativeBinding.cjs looks, named by what Node
 * reports. Node reports "linux" on Alpine, too, but VS Code distinguishes the two when it chooses the VSIX, so none
 * contains both.
 */
export const platforms = {
  'linux-x64': { bindings: 'linux-x64', folder: 'linux-x64' },
  'linux-arm64': { bindings: 'linux-arm64', folder: 'linux-arm64' },
  'alpine-x64': { bindings: 'linux-x64-musl', folder: 'linux-x64' },
  'alpine-arm64': { bindings: 'linux-arm64-musl', folder: 'linux-arm64' },
  'darwin-x64': { bindings: 'darwin-x64', folder: 'darwin-x64' },
  'darwin-arm64': { bindings: 'darwin-arm64', folder: 'darwin-arm64' },
  'win32-x64': { bindings: 'win32-x64', folder: 'win32-x64' },
  'win32-arm64': { bindings: 'win32-arm64', folder: 'win32-arm64' },
};

/** VS Code's name of the current platform. */
export const thisPlatform = `${isMusl() ? 'alpine' : process.platform}-${process.arch}`;

function isMusl() {
  if (process.platform !== 'linux') return false;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined;
}
