import type { GridInit } from '../../../../src/messages/gridProtocol.ts';
import { PLAIN_LOOK } from '../plainLook.ts';
import { ENGLISH_WORDS } from './englishWords.ts';

/** The host's initial data of the page. The resource has another name since. */
export const BEGUN: GridInit = {
  strings: ENGLISH_WORDS,
  language: 'en',
  look: PLAIN_LOOK,
  name: 'Lessons of last year',
  chartUri: '/chart.js',
};

/** A data block like the one of platform/page.ts. */
export const BEGUN_JSON = `<script type="application/json" id="beginning">${JSON.stringify(BEGUN)}</script>`;
