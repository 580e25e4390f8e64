/** LibreOffice as an independent judge of a file's content. It must be in PATH (Debian: libreoffice-calc). */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The manual's "Filter Options for CSV Filter": the delimiter's code, quotes, UTF-8, from the first line on. */
const csvFilter = (delimiter: string, ...rest: readonly (number | string)[]): string =>
  [delimiter.charCodeAt(0), 34, 76, 1, '', 0, ...rest].join(',');

export class LibreOffice {
  readonly #folder: string;

  /** `folder` is used for its profile and its output, and must not be used otherwise. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The XML of the spreadsheet that it makes from each CSV file, with every cell interpreted like on a double click.
   */
  opened(files: readonly string[], delimiter: string): readonly string[] {
    return this.#convert(files, 'fods', [`--infilter=CSV:${csvFilter(delimiter, 0, 'false', 'true')}`]);
  }

  /** The content of cells as CSV, rather than their look: numbers with all digits, each text in quotes. */
  held(files: readonly string[]): readonly string[] {
    const filter = `csv:Text - txt - csv (StarCalc):${csvFilter(',', 'true', 'false', 'false')}`;
    return this.#convert(files, filter, []);
  }

  /** The content of each sheet of files as CSV, by the sheet's name. The files' names differ without their endings. */
  sheets(files: readonly string[]): readonly ReadonlyMap<string, string>[] {
    // The last token, the twelfth, exports all sheets, each into a file with its name.
    const filter = `csv:Text - txt - csv (StarCalc):${csvFilter(',', 'true', 'false', 'false', 'false', 'false', -1)}`;
    const { folder } = this.#run(files, filter, []);
    return files.map((file) => {
      const stem = `${path.parse(file).name}-`;
      const names = fs.readdirSync(folder).filter((name) => name.startsWith(stem));
      return new Map(
        names.map((name) => [
          name.slice(stem.length, -'.csv'.length),
          fs.readFileSync(path.join(folder, name), 'utf8'),
        ]),
      );
    });
  }

  #convert(files: readonly string[], to: string, options: readonly string[]): readonly string[] {
    const { folder, said } = this.#run(files, to, options);
    const [ending = ''] = to.split(':');
    return files.map((file) => {
      const made = path.join(folder, `${path.parse(file).name}.${ending}`);
      // LibreOffice's exit code is 0 whatever happens.
      if (!fs.existsSync(made)) throw new Error(`LibreOffice made nothing of ${file}: ${said}`);
      return fs.readFileSync(made, 'utf8');
    });
  }

  #run(
    files: readonly string[],
    to: string,
    options: readonly string[],
  ): { readonly folder: string; readonly said: string } {
    const folder = fs.mkdtempSync(path.join(this.#folder, 'converted-'));
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(this.#folder, 'profile')).href}`;
    const args = ['--headless', '--norestore', profile, ...options, '--convert-to', to, '--outdir', folder];
    const { error, stderr } = spawnSync('soffice', [...args, ...files], { encoding: 'utf8' });
    if (error !== undefined) throw new Error('LibreOffice is needed, and soffice is not in PATH', { cause: error });
    return { folder, said: stderr };
  }
}
