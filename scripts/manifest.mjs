// npm run manifest: writes commands with titles, keys and menus, tools for models, kinds of files and network faults into the files where
// VS Code and people read them, and then docs/reference.md from the result.
import fs from 'node:fs';
import { withFaults } from '../test/faults/table/faultDocs.ts';
import { withFileKinds, withKindNames } from '../tools/fileManifest.ts';
import { withCommands, withTitles } from '../tools/commandManifest.ts';
import { withTools, withToolTitles } from '../tools/toolManifest.ts';
import { referenceText } from '../tools/referenceDocs.ts';

const json = (change) => (text) => `${JSON.stringify(change(JSON.parse(text)), undefined, 2)}\n`;
const changes = {
  'package.json': json((manifest) => withTools(withFileKinds(withCommands(manifest)))),
  'package.nls.json': (text) => withKindNames(json((words) => withToolTitles(withTitles(words)))(text)),
  'README.md': withKindNames,
  'docs/network.md': withFaults,
};

for (const [file, change] of Object.entries(changes)) fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));

const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
fs.writeFileSync('docs/reference.md', await referenceText(read('package.json'), read('package.nls.json')));
