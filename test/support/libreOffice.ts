/** LibreOffice as an independent judge of what is in a file. It must be in PATH (Debian: libreoffice-calc). */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** As its manual says, "Filter Options for CSV Filter": the delimiter's code, quotes, UTF-8, from the first line on. */
const csvFilter = (delimiter: string, ...rest: readonly (number | string)[]): string =>
  [delimiter.charCodeAt(0), 34, 76, 1, '', 0, ...rest].join(',');

export class LibreOffice {
  readonly #folder: string;

  /** `folder`: for its profile and for what it writes; nobody else uses it. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The XML of a spreadsheet that it makes of each CSV file, every cell judged as when people open it by a double click. */
  opened(files: readonly string[], delimiter: string): readonly string[] {
    return this.#convert(files, 'fods', [`--infilter=CSV:${csvFilter(delimiter, 0, 'false', 'true')}`]);
  }

  /** As CSV what the cells of spreadsheets hold, not how they look: numbers with all digits, each text in quotes. */
  held(files: readonly string[]): readonly string[] {
    const filter = `csv:Text - txt - csv (StarCalc):${csvFilter(',', 'true', 'false', 'false')}`;
    return this.#convert(files, filter, []);
  }

  #convert(files: readonly string[], to: string, options: readonly string[]): readonly string[] {
    const folder = fs.mkdtempSync(path.join(this.#folder, 'converted-'));
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(this.#folder, 'profile')).href}`;
    const args = ['--headless', '--norestore', profile, ...options, '--convert-to', to, '--outdir', folder];
    const { error, stderr } = spawnSync('soffice', [...args, ...files], { encoding: 'utf8' });
    if (error !== undefined)
      throw new Error('LibreOffice is needed, and soffice is not in PATH', { cause: error });
    const [ending = ''] = to.split(':');
    return files.map((file) => {
      const made = path.join(folder, `${path.parse(file).name}.${ending}`);
      // Its exit code is 0 whatever happens.
      if (!fs.existsSync(made)) throw new Error(`LibreOffice made nothing of ${file}: ${stderr}`);
      return fs.readFileSync(made, 'utf8');
    });
  }
}
