import type { Fact } from '../../messages/detailsProtocol.ts';
import type { FileDetails } from '../../platform/ports/localPort.ts';
import { sizeText, timeText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { nameOf } from './localFile.ts';
import { skippedText } from './localNotices.ts';
import type { LocalFiles } from './localFiles.ts';
import { fileEdition } from '../../service/index.ts';
import { FILE_DETAILS_WORDS as WORDS } from './localWords.ts';
import { readingText } from './readingOptions.ts';

export async function fileDetails(files: LocalFiles, resourceId: string): Promise<FileDetails | undefined> {
  const listed = await files.find(resourceId);
  if (listed === undefined) return undefined;
  const { file, read } = listed;
  const stamp = file === '' ? undefined : await fileEdition(file);
  const importedAt = read && (await files.datastore.importedAt(resourceId));
  const { origin } = read ?? {};
  const facts = [
    fact('file', file),
    fact('size', stamp && sizeText(stamp.size)),
    fact('modified', stamp && timeText(stamp.modified)),
    fact('importOptions', read?.reading && readingText(read.reading)),
    fact('skipped', read?.skipped === undefined ? '' : skippedText(read.skipped)),
    { ...fact('portal', origin?.baseUrl), ...(origin !== undefined && { link: origin.baseUrl }) },
    fact('portalResourceId', origin?.resourceId),
    fact('downloaded', origin && timeText(Date.parse(origin.downloaded))),
    fact('loaded', importedAt === undefined ? '' : timeText(importedAt)),
    fact('stored', read && sizeText(read.stored)),
    fact('resourceId', resourceId),
  ];
  return {
    about: {
      ...{ state: 'shown', title: read?.name ?? nameOf(file), facts: facts.filter(({ value }) => value !== '') },
      ...{ notes: '', datasetNotes: '', hasWebsite: false, hasFile: false },
    },
    isLoaded: read !== undefined && read.isPartial !== true,
    path: file,
  };
}

function fact(label: keyof typeof WORDS, value = ''): Fact {
  return { label: translate(WORDS[label]), value };
}
