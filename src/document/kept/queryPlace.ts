/** The portal or file that a query of a document names. */
import { type ExactValue, isObject } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { hideSecrets } from '../../base/secretText.ts';
import { parseAddress } from '../../datastore/wire/address.ts';
import { choicesOfJson, type ReadingChoices } from '../../service/index.ts';
import type { KeptPlace } from './keptQuery.ts';
import { refuse } from './memberFault.ts';

export type PlaceValues = Readonly<Partial<Record<string, ExactValue | undefined>>>;

const SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;

/** Touches no file and asks no server. Throws MemberFault. */
export function readPlace(values: PlaceValues): KeptPlace {
  const text = (name: 'base_url' | 'resource_id' | 'file'): string | undefined => {
    const value = values[name];
    return value === undefined || typeof value === 'string' ? value : refuse([name], 'needsText');
  };
  const [url, resourceId, file] = [text('base_url'), text('resource_id'), text('file')];
  if (file !== undefined) {
    if (url !== undefined || resourceId !== undefined) return refuse(['file'], 'twoPlaces');
    if (file === '' || SCHEME.test(file)) return refuse(['file'], 'notFile');
    return { kind: 'file', path: file, ...defined({ choices: choicesIn(values['reading']) }) };
  }
  if (values['reading'] !== undefined) return refuse(['reading'], 'readingAlone');
  if (url === undefined && resourceId === undefined) return refuse([], 'noPlace');
  if (url === undefined || url === '') return refuse(['resource_id'], 'noBaseUrl');
  const baseUrl = baseUrlOf(url);
  if (resourceId === undefined || resourceId === '') return refuse(['base_url'], 'noResourceId');
  if (SCHEME.test(resourceId)) return refuse(['resource_id'], 'resourceUrl');
  return { kind: 'portal', baseUrl, resourceId };
}

function baseUrlOf(text: string): string {
  const address = parseAddress(text);
  if ('problem' in address) {
    const { problem } = address;
    const word = problem === 'secret' || problem === 'scheme' ? problem : 'notUrl';
    return refuse(['base_url'], word, { text: hideSecrets(text) });
  }
  const { baseUrl, resourceId, page, query, leftOut } = address;
  if (baseUrl === undefined) return refuse(['base_url'], 'notUrl', { text });
  const isAlone = [resourceId, page, query, leftOut].every((part) => part === undefined);
  return isAlone ? baseUrl : refuse(['base_url'], 'notBaseUrl', { text: baseUrl });
}

function choicesIn(reading: ExactValue | undefined): ReadingChoices | undefined {
  if (reading === undefined) return undefined;
  if (!isObject(reading)) return refuse(['reading'], 'needsObject');
  try {
    return choicesOfJson(reading);
  } catch (error) {
    return refuse(['reading'], 'reading', { text: error instanceof Error ? error.message : '' });
  }
}
