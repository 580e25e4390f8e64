/** S12: what of other people's code is in the extension (docs/security.md 22). */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { Cases } from './cases.ts';

/** Licences that allow everyone to use, change and distribute the code, if its authors are named. */
const LICENSES = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0']);
const MOST_DIRECT = 15;

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}
const DEVELOPMENT = 'cdx:npm:package:development';

interface Component {
  readonly properties: readonly { readonly name: string }[];
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string } }[];
}
interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

interface LockFile {
  readonly packages: Readonly<Record<string, Locked>>;
}

const read = (...name: readonly string[]): unknown =>
  JSON.parse(fs.readFileSync(path.join(projectRoot, ...name), 'utf8'));

/** CycloneDX, from the lock file, without what only the tests need: `--omit dev` would leave out what they need too. */
function billOfMaterials(): readonly Component[] {
  const npm = path.join(path.dirname(process.execPath), process.platform === 'win32' ? 'npm.cmd' : 'npm');
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const text = execFileSync(fs.existsSync(npm) ? npm : 'npm', args, {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { components } = JSON.parse(text) as { readonly components: readonly Component[] };
  return components.filter(({ properties }) => !properties.some(({ name }) => name === DEVELOPMENT));
}

/** The packages whose files are in our bundles, as esbuild.js noted them. Packages that people install have no source maps. */
function bundledPackages(): ReadonlySet<string> {
  const bundles = fs.readdirSync(path.join(projectRoot, 'dist'), { recursive: true, encoding: 'utf8' });
  const notes = bundles.filter((name) => name.endsWith('.js')).map((name) => `${path.basename(name)}.meta.json`);
  assert.ok(notes.length > 0, 'no bundle is built');
  const inputs = notes.flatMap((name) => Object.keys((read('build', name) as { readonly inputs: object }).inputs));
  return new Set(inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []));
}

describe('S12: a package in the extension', () => {
  const cases = new Cases();
  const { dependencies } = read('package.json') as Manifest;
  const { packages: lock } = read('package-lock.json') as LockFile;
  let bill: readonly Component[] = [];
  before(function () {
    this.timeout(60_000);
    bill = billOfMaterials();
  });
  after(() => cases.count('S12', 'facts of the packages in the extension: licence, version, no script of their own'));

  it('is wanted: few are, each of one version and with its reason', () => {
    const reasons = fs.readFileSync(path.join(projectRoot, 'CONTRIBUTING.md'), 'utf8');
    for (const [name, version] of Object.entries(dependencies)) {
      cases.judge(`${name} has its row in CONTRIBUTING.md`, reasons.includes(`| \`${name}\``));
      cases.judge(`${name} ${version} is one version`, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version));
    }
    const count = Object.keys(dependencies).length;
    cases.judge(`${String(count)} direct ones`, count <= MOST_DIRECT);
  });

  it('has a licence that lets us ship it, and is the one that the lock file names', () => {
    for (const { name, version, licenses = [] } of bill) {
      const ids = licenses.map(({ license }) => license?.id ?? 'none');
      cases.judge(`${name}: ${ids.join()}`, ids.length > 0 && ids.every((id) => LICENSES.has(id)));
      const places = Object.entries(lock).filter(
        ([place, locked]) => place.endsWith(`node_modules/${name}`) && locked.version === version,
      );
      cases.judge(
        `${name} is locked`,
        places.length > 0 && places.every(([, locked]) => locked.integrity?.startsWith('sha512-') === true),
      );
    }
  });

  it('runs no script when it is installed', () => {
    for (const { name } of bill) {
      const scripts = Object.entries(lock).filter(
        ([place, { hasInstallScript }]) => place.endsWith(`node_modules/${name}`) && hasInstallScript === true,
      );
      cases.judge(`${name} has an install script`, scripts.length === 0);
    }
  });

  it('is in the bill of materials if it is in a bundle', () => {
    const names = new Set(bill.map(({ name }) => name));
    for (const name of bundledPackages()) cases.judge(`${name} is bundled`, names.has(name));
  });

  it('of an action that builds is pinned to a commit', () => {
    const folder = path.join(projectRoot, '.github', 'workflows');
    const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    const uses = files.flatMap((file) =>
      [...fs.readFileSync(path.join(folder, file), 'utf8').matchAll(/uses:\s*(\S+)/g)].map(([, used = '']) => used),
    );
    cases.judge(
      `unpinned: ${uses.join()}`,
      uses.every((used) => used.startsWith('./') || /@[0-9a-f]{40}$/.test(used)),
    );
  });
});
