// `npm run package`: makes the VSIX of this platform, with DuckDB for this platform only. `-- --target win32-x64` (may
// be repeated) and `-- --all` make those of others. `-- --universal` makes a small one without DuckDB for all other
// platforms.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX, listFiles, PackageManager } from '@vscode/vsce';
import { build } from './steps/build.mjs';
import { addNativeFiles } from './steps/nativeFiles.mjs';
import { notices } from './steps/notices.mjs';
import { platforms, thisPlatform } from './steps/platforms.mjs';
import { root } from './steps/progress.mjs';

const UNIVERSAL = 'universal';
const { name, version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean', default: false },
    universal: { type: 'boolean', default: false },
  },
});

/** Only the engine's import process loads it. */
const ONLY_WITH_ENGINE = 'dist/jschardet.js';

const targets = new Set([
  ...values.target,
  ...(values.all ? Object.keys(platforms) : []),
  ...(values.all || values.universal ? [UNIVERSAL] : []),
]);
if (targets.size === 0) targets.add(thisPlatform);
const unknown = [...targets].find((target) => target !== UNIVERSAL && !Object.hasOwn(platforms, target));
if (unknown !== undefined) {
  console.error(`DuckDB has no build for "${unknown}". Targets: ${Object.keys(platforms).join(', ')}`);
  process.exit(2);
}

/** Copies the files of one VSIX to a folder of its own, because dist/ must stay the one of this platform. */
function stage(files, target) {
  const folder = path.join(root, 'build', 'package', target);
  fs.rmSync(folder, { recursive: true, force: true });
  for (const file of files.filter((each) => target !== UNIVERSAL || each !== ONLY_WITH_ENGINE))
    fs.cpSync(path.join(root, file), path.join(folder, file));
  if (target !== UNIVERSAL) addNativeFiles(target, path.join(folder, 'dist'));
  fs.writeFileSync(path.join(folder, 'NOTICE.txt'), notices(target !== UNIVERSAL));
  // vsce warns if this file is missing, although the files were chosen already.
  fs.writeFileSync(path.join(folder, '.vscodeignore'), '');
  return folder;
}

build('--release');
const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
const common = files.filter((file) => !file.startsWith('dist/native/'));
for (const target of targets) {
  const out = path.join(root, 'build', `${name}-${version}-${target}.vsix`);
  const folder = stage(common, target);
  await createVSIX({
    cwd: folder,
    packagePath: out,
    dependencies: false,
    allowMissingRepository: true,
    // The project has no public address yet, so README's picture can't have a link.
    rewriteRelativeLinks: false,
    ...(target !== UNIVERSAL && { target }),
  });
  fs.rmSync(folder, { recursive: true });
  console.log(`${path.relative(root, out)}: ${(fs.statSync(out).size / 1e6).toFixed(1)} MB`);
}
