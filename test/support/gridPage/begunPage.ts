import type { GridInit } from '../../../src/messages/gridProtocol.ts';
import { PLAIN_LOOK } from '../plainLook.ts';
import { ENGLISH_WORDS } from './englishWords.ts';

/** What the host knew when it wrote the page: the name is another one since. */
export const BEGUN: GridInit = {
  strings: ENGLISH_WORDS,
  language: 'en',
  look: PLAIN_LOOK,
  name: 'Lessons of last year',
};

/** Like what platform/page.ts writes. */
export const BEGUN_JSON = `<script type="application/json" id="beginning">${JSON.stringify(BEGUN)}</script>`;
