/** Where a query of a document is asked. */
import { type ExactValue, isObject } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { hideSecrets } from '../../base/secretText.ts';
import { parseAddress } from '../../datastore/wire/address.ts';
import { choicesOfJson, type ReadingChoices } from '../../service/index.ts';
import type { KeptPlace } from './keptQuery.ts';
import type { ReportFault } from './queryMembers.ts';

export type PlaceValues = Readonly<Partial<Record<'base_url' | 'resource_id' | 'file' | 'reading', ExactValue>>>;

const SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;

/** Undefined if the place can't be read, after its faults were reported. Touches no file and asks no server. */
export function readPlace(values: PlaceValues, report: ReportFault): KeptPlace | undefined {
  const { base_url: url, resource_id: id, file, reading } = values;
  for (const name of ['base_url', 'resource_id', 'file'] as const)
    if (values[name] !== undefined && typeof values[name] !== 'string') return report([name], 'needsText');
  if (file !== undefined && (url !== undefined || id !== undefined)) return report(['file'], 'twoPlaces');
  if (typeof file === 'string') {
    if (file === '' || SCHEME.test(file)) return report(['file'], 'notFile');
    return { kind: 'file', path: file, ...defined({ choices: choicesIn(reading, report) }) };
  }
  if (reading !== undefined) report(['reading'], 'readingAlone');
  if (url === undefined && id === undefined) return report([], 'noPlace');
  if (typeof url !== 'string' || url === '') return report(['resource_id'], 'noBaseUrl');
  const baseUrl = baseUrlOf(url, report);
  if (typeof id !== 'string' || id === '') return report(['base_url'], 'noResourceId');
  if (SCHEME.test(id)) return report(['resource_id'], 'resourceUrl');
  return baseUrl === undefined ? undefined : { kind: 'portal', baseUrl, resourceId: id };
}

function baseUrlOf(text: string, report: ReportFault): string | undefined {
  const address = parseAddress(text);
  if ('problem' in address) {
    const { problem } = address;
    const word = problem === 'secret' || problem === 'scheme' ? problem : 'notUrl';
    return report(['base_url'], word, { text: hideSecrets(text) });
  }
  const { baseUrl, resourceId, page, query, leftOut } = address;
  if (baseUrl === undefined) return report(['base_url'], 'notUrl', { text });
  const isAlone = [resourceId, page, query, leftOut].every((part) => part === undefined);
  return isAlone ? baseUrl : report(['base_url'], 'notBaseUrl', { text: baseUrl });
}

function choicesIn(reading: ExactValue | undefined, report: ReportFault): ReadingChoices | undefined {
  if (reading === undefined) return undefined;
  if (!isObject(reading)) return report(['reading'], 'needsObject');
  try {
    return choicesOfJson(reading);
  } catch (error) {
    return report(['reading'], 'reading', { text: error instanceof Error ? error.message : '' });
  }
}
