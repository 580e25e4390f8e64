import type { Frame, Page } from 'playwright-core';

/** Parts of texts that are data. */
const DATA = [
  /https?:\/\/[^\s⟧]*|127\.0\.0\.1:\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g,
  // Names that formats and the API define.
  /\b(_id|text|int4?|numeric|CSV|TSV|JSON Lines|JSON|Markdown|SQL IN|SQL INSERT|UTF-8|GeoJSON|Parquet|Excel|XLSX)\b|\/\S+\.csv|\.csv\b/g,
  /\d (ms|bytes|kB|MB)\b/g,
  // Keys, as platforms name them.
  /\+[A-Z](?: (?:Shift\+)?[A-Z])?\b|^[A-Z]$|\bF\d+|\bDel\b|(Ctrl|Alt)\+Enter/g,
  // The path of a file.
  /^\/\S+$/g,
  // Dates, whose language is Chromium's.
  /\w{3} \d+, \d{4}, \d+:\d\d\s[AP]M/g,
  // An icon in a row of VS Code.
  /^\w+ {2}(?=⟦)/g,
  /Datastore Explorer/g,
];

/** Reads what a window shows in the pseudo language. */
export class PseudoReader {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Texts that were never translated, among those that people see or hear. Data is expected to be in Cyrillic. */
  async english(): Promise<readonly string[]> {
    const texts = [
      ...(await this.#page.mainFrame().evaluate(readTexts, WORKBENCH)),
      ...(await this.#inPages((frame) => frame.evaluate(readTexts, PAGE))),
    ];
    return [...new Set(texts)].filter(hasEnglish).sort();
  }

  /** Elements of our pages whose text is cut off. */
  cutOff(): Promise<readonly string[]> {
    return this.#inPages((frame) => frame.evaluate(readCutOff));
  }

  async #inPages(read: (frame: Frame) => Promise<readonly string[]>): Promise<readonly string[]> {
    const frames = this.#page.frames().filter((frame) => /fake\.html|\/webview\//.test(frame.url()));
    // A frame may disappear during the query.
    const texts = await Promise.all(frames.map((frame) => read(frame).catch(() => [])));
    return texts.flat();
  }
}

function hasEnglish(text: string): boolean {
  return /[a-z]/i.test(DATA.reduce((rest, data) => rest.replace(data, ''), text));
}

/** The parts of VS Code that show texts of extensions. */
const WORKBENCH =
  '.part.sidebar, .notification-toast, .quick-input-widget, .monaco-dialog-box, .tabs-container .tab, .editor-actions, .monaco-menu, .monaco-hover';
const PAGE = '#root';

/** Collects texts, running in a page. */
function readTexts(selector: string): string[] {
  const named = [
    'aria-label',
    'aria-description',
    'aria-valuetext',
    'aria-roledescription',
    'title',
    'placeholder',
    'alt',
  ];
  const textsOf = (element: Element): (string | null)[] => [
    ...named.map((name) => element.getAttribute(name)),
    ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '')),
  ];
  return [...document.querySelectorAll(selector)]
    .flatMap((root) => [root, ...root.querySelectorAll('*:not(style, script, .preview)')])
    .filter((element) => element.checkVisibility())
    .flatMap(textsOf)
    .flatMap((text) => (text === null || text.trim() === '' ? [] : [text.trim()]));
}

/** Collects cut-off elements, running in a page. Elements that scroll have room, and data may have any length. */
function readCutOff(): string[] {
  // A page that people have pushed aside has no room for anything.
  if (innerWidth < 160) return [];
  const ours = '#root *:not(.records-grid, .records-grid *, .preview, input, textarea, .unseen)';
  return [...document.querySelectorAll(ours)]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const { overflowX } = getComputedStyle(element);
      const isCut = ['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth;
      const { left, right, width } = element.getBoundingClientRect();
      return isCut || (width > 0 && (left < 0 || right > innerWidth + 1));
    })
    .map((element) => `${element.tagName} ${element.className}: ${element.textContent.trim()}`)
    .filter((text) => text.includes('⟦'));
}
