import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { codeServerEntry } from '../../../tools/vscode/codeServer.ts';

/** Installs a VSIX like a user does, by VS Code's own command, into an otherwise empty extensions folder. */
export function installExtension(vsix: string, extensionsDir: string): void {
  fs.rmSync(extensionsDir, { recursive: true, force: true });
  const userDataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-install-'));
  try {
    execFileSync(
      process.execPath,
      [
        codeServerEntry,
        ...['--config', path.join(userDataDir, 'code-server.yaml')],
        ...['--user-data-dir', userDataDir],
        ...['--extensions-dir', extensionsDir],
        ...['--install-extension', vsix],
      ],
      { stdio: 'pipe', env: { ...process.env, EXTENSIONS_GALLERY: '{}' } },
    );
  } finally {
    fs.rmSync(userDataDir, { recursive: true, force: true });
  }
}
