/** The kinds of files in package.json, package.nls.json and the documents, generated from one table. */
import { DIALOG_ENDINGS, FILE_ENDINGS, FILE_KINDS, isReadable } from '../src/service/resource/fileKinds.ts';

/** The part of package.json that is changed here. */
export interface FileManifest {
  readonly contributes: {
    readonly customEditors: readonly { readonly selector: readonly { readonly filenamePattern: string }[] }[];
    readonly menus: { readonly 'explorer/context': readonly { readonly when: string }[] };
  };
}

/** The manifest with these kinds in Reopen Editor With… and in the Explorer's menu. */
export function withFileKinds<M extends FileManifest>(manifest: M): M {
  const { contributes } = manifest;
  const names = [...FILE_ENDINGS, ...FILE_ENDINGS.map((ending) => `${ending}.gz`)];
  const selector = names.filter((name) => isReadable(`a.${name}`)).map((name) => ({ filenamePattern: `*.${name}` }));
  const isData = `resourceExtname =~ /^\\.(${DIALOG_ENDINGS.join('|')})$/i`;
  const when = `resourceScheme =~ /^(file|vscode-remote)$/ && (explorerResourceIsFolder || ${isData})`;
  return {
    ...manifest,
    contributes: {
      ...contributes,
      customEditors: contributes.customEditors.map((editor) => ({ ...editor, selector })),
      menus: {
        ...contributes.menus,
        'explorer/context': contributes.menus['explorer/context'].map((entry) => ({ ...entry, when })),
      },
    },
  };
}

/** The text with all kinds wherever it names five or more of them in a row. */
export function withKindNames(text: string): string {
  const names = FILE_KINDS.map(({ name }) => name);
  const row = new RegExp(`\\b(${names.join('|')})((, | and )(${names.join('|')})\\b){4,}`, 'g');
  return text.replace(row, `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`);
}
