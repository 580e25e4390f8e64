/**
 * Replaces the extension in the page of import options, with the options of a file with a few columns. Its calls are in
 * `window.fakeOptions.calls`.
 */
import { OPTIONS_STRINGS } from '../../../../src/messages/optionsStrings.ts';
import {
  type ColumnLook,
  OptionsHost,
  type OptionsLook,
  OptionsView,
} from '../../../../src/messages/optionsProtocol.ts';
import type { Handlers } from '../../../../src/messages/rpc.ts';
import { translated } from '../../../../src/platform/windowLanguage.ts';
import { connectPage, type HostCall } from '../pageHost.ts';

export interface FakeOptions {
  readonly calls: readonly HostCall[];
  readonly look: () => OptionsLook;
  /** Changes what the page shows. */
  readonly show: (changes: Partial<OptionsLook>) => Promise<void>;
}

declare global {
  interface Window {
    fakeOptions: FakeOptions;
  }
}

const choices = (...texts: readonly string[]) => texts.map((text) => ({ value: text, label: text }));

const columns: readonly ColumnLook[] = [
  { name: 'Ort', options: { kind: 'text' }, isChosen: false, values: 4, fitting: 4 },
  {
    name: 'Betrag',
    options: { kind: 'number', decimal: ',', thousands: '.', sign: '' },
    ...{ isChosen: false, values: 4, fitting: 4 },
  },
  {
    name: 'Datum',
    options: { kind: 'date', order: 'dmy', separator: '.' },
    ...{ isChosen: false, doubt: 'misfits', values: 4000, fitting: 3999 },
    misfit: { text: '29.02.2026', line: 4 },
  },
  {
    name: 'aktiv',
    options: { kind: 'boolean', trueWords: ['ja'], falseWords: ['nein'] },
    ...{ isChosen: false, values: 4, fitting: 4 },
  },
];

let look: OptionsLook = {
  options: [
    { name: 'format', label: 'Format', value: 'CSV', choices: choices('CSV', 'JSON'), isOpen: true },
    { name: 'encoding', label: 'Encoding', value: 'UTF-8', choices: choices('UTF-8', 'Western'), isOpen: true },
    {
      ...{ name: 'delimiter', label: 'Delimiter', value: 'Semicolon', choices: choices('Comma', 'Semicolon', 'other') },
      ...{ fact: '98% of the lines have 4 values', isOpen: true },
    },
    {
      ...{ name: 'header', label: 'First row', value: 'Column names', choices: choices('Column names', 'Data') },
      isOpen: false,
    },
    { name: 'headerLine', label: 'Header row', value: '2', choices: [], isOpen: false },
  ],
  nullWords: ['NA'],
  isChosen: false,
  hasAllLines: true,
  lines: [
    { text: 'Bericht 2026', role: 'leftOut' },
    { text: 'Ort;Betrag;Datum;aktiv', role: 'names' },
    { text: 'Zürich;17.308,38;24.07.2020;ja', role: 'record' },
    { text: 'Genève;;29.02.2026;nein', role: 'record' },
    { text: 'Quelle: Stadt', role: 'leftOut' },
  ],
  columns,
  sample: [
    [
      { text: 'Zürich' },
      { text: '17.308,38', value: '17308.38' },
      { text: '24.07.2020' },
      { text: 'ja', value: 'true' },
    ],
    [{ text: 'Genève' }, { text: null }, { text: '29.02.2026' }, { text: 'nein', value: 'false' }],
  ],
  problem: '',
  canOpen: true,
  isBusy: false,
};

const show = async (changes: Partial<OptionsLook>): Promise<void> => {
  look = { ...look, ...changes };
  await view.show(look);
};
const post = (changes: Partial<OptionsLook>): void => void show(changes);

const handlers: Handlers<OptionsHost> = {
  ready: () => ({
    strings: translated(OPTIONS_STRINGS),
    language: 'en',
    name: 'städte.csv',
    folder: '/home/me/data',
    accept: 'Open',
    canUseForOthers: true,
    canSkip: location.search.includes('several'),
    look,
  }),
  setOption: (name, value) =>
    post({ options: look.options.map((option) => (option.name === name ? { ...option, value } : option)) }),
  typeOption: (name, typed) =>
    post({ options: look.options.map((option) => (option.name === name ? { ...option, typed } : option)) }),
  reset: () => post({ isChosen: false }),
  setParts: (selected) => post(look.parts ? { parts: { ...look.parts, selected } } : {}),
  setNullWords: (nullWords) => post({ nullWords }),
  setColumn: (place, options) =>
    post({
      columns: look.columns.map((column, at) =>
        at === place ? { ...column, options: options ?? columns[at]!.options, isChosen: options !== null } : column,
      ),
    }),
  accept: () => undefined,
  acceptSimilar: () => undefined,
  skip: () => undefined,
  cancel: () => undefined,
};

const { calls, view } = connectPage({ host: OptionsHost, handlers, view: OptionsView });
window.fakeOptions = { calls, look: () => look, show };
