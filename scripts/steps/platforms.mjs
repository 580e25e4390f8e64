// The platforms that get a VSIX of their own: VS Code's name for each, and the bindings of DuckDB that go into it.

/**
 * `bindings`: end of the npm package's name. `folder`: where nativeBinding.cjs looks, named by what Node says of itself. It
 * says "linux" on Alpine too; VS Code tells the two apart when it chooses the VSIX, so one never holds both.
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

/** VS Code's name of the platform that we run on. */
export const thisPlatform = `${isMusl() ? 'alpine' : process.platform}-${process.arch}`;

function isMusl() {
  if (process.platform !== 'linux') return false;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined;
}
