/** Replaces the extension in a page of details. Its calls are in `window.fakeDetails.calls`. */
import { DetailsHost, type DetailsLook, DetailsView } from '../../../../src/messages/detailsProtocol.ts';
import { DETAILS_STRINGS } from '../../../../src/messages/detailsStrings.ts';
import type { Handlers } from '../../../../src/messages/rpc.ts';
import { translated } from '../../../../src/platform/windowLanguage.ts';
import { connectPage, type HostCall, savedState } from '../pageHost.ts';

export interface FakeDetails {
  readonly calls: readonly HostCall[];
  /** Changes what the page shows. */
  readonly show: (changes: Partial<DetailsLook>) => Promise<void>;
  readonly saved: () => unknown;
}

declare global {
  interface Window {
    fakeDetails: FakeDetails;
  }
}

let look: DetailsLook = {
  title: 'trees.csv',
  place: 'City of Example',
  kind: 'resource',
  isSaved: false,
  about: {
    state: 'shown',
    title: 'trees.csv',
    notes: 'One record a tree, with its **height** in metres. See the [map](https://city.test/map).',
    datasetNotes: '# Sources\n\nSurveyed by the parks office:\n\n- every street\n- every park\n\n```\nSELECT *\n```',
    facts: [
      { label: 'Dataset', value: 'Trees of the city', isDataset: true },
      { label: 'Organization', value: 'Parks office' },
      { label: 'Format', value: 'CSV' },
      { label: 'License', value: 'CC BY 4.0', link: 'https://cc.test/by' },
      { label: 'Resource ID', value: '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f' },
    ],
    ...{ hasWebsite: true, hasFile: true },
  },
  records: {
    state: 'shown',
    total: '25,161 records',
    fields: [
      { id: '_id', type: 'int', isNumber: true },
      { id: 'kind', type: 'text', isNumber: false, label: 'Kind of tree' },
      { id: 'height', type: 'numeric', isNumber: true, unit: 'm', notes: 'Of the crown' },
    ],
    ...{ fieldCount: '3', hasMoreFields: false },
    sample: [
      [1, 'Lime', { n: '12.50' }],
      [2, null, { n: '9007199254740993' }],
      [3, { t: 'Very long', length: 12_000 }, 7],
    ],
  },
};

const show = async (changes: Partial<DetailsLook>): Promise<void> => {
  look = { ...look, ...changes };
  await view.show(look);
};

const handlers: Handlers<DetailsHost> = {
  ready: () => ({
    strings: translated(DETAILS_STRINGS),
    language: 'en',
    target: { portalId: 'p1', resourceId: 'r1' },
    look,
  }),
  openRecords: () => undefined,
  showResource: () => undefined,
  showDataset: () => undefined,
  toggleSaved: () => show({ isSaved: look.isSaved !== true }),
  openWebsite: () => undefined,
  openFile: () => undefined,
  openLink: () => undefined,
  copy: () => undefined,
  retry: () => undefined,
  setToken: () => undefined,
};

const { calls, view } = connectPage({ host: DetailsHost, handlers, view: DetailsView });
window.fakeDetails = { calls, show, saved: savedState };
