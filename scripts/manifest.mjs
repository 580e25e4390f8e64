// npm run manifest: writes the commands of the records panel, with keys and menus, where VS Code and people read them.
import fs from 'node:fs';
import { withPanelCommands, withPanelKeys, withPanelTitles } from '../tools/panelManifest.ts';

const json = (change) => (text) => `${JSON.stringify(change(JSON.parse(text)), undefined, 2)}\n`;
const changes = {
  'package.json': json(withPanelCommands),
  'package.nls.json': json(withPanelTitles),
  'README.md': withPanelKeys,
};

for (const [file, change] of Object.entries(changes))
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
