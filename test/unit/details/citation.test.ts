import assert from 'node:assert/strict';
import { citation, type Cited } from '../../../src/details/detailsController.ts';

const whole: Cited = {
  author: 'Parks office',
  title: 'Trees',
  resource: 'trees.csv',
  portal: 'City',
  updated: '2026-05-03T10:00:00',
  url: 'https://city.test/dataset/trees',
};
const today = new Date(2026, 10, 5);

describe('a citation', () => {
  const table: readonly [what: string, cited: Cited, text: string][] = [
    [
      'says who, what, where and when',
      whole,
      'Parks office. “Trees” (trees.csv). City, updated 2026-05-03. https://city.test/dataset/trees Accessed 2026-11-05.',
    ],
    [
      'leaves out what is unknown',
      { author: '', title: 'Trees', portal: 'City', url: 'https://city.test/dataset/trees' },
      '“Trees”. City. https://city.test/dataset/trees Accessed 2026-11-05.',
    ],
    [
      'names a resource that is called like its dataset once',
      { ...whole, resource: 'Trees', author: 'City Inc.' },
      'City Inc. “Trees”. City, updated 2026-05-03. https://city.test/dataset/trees Accessed 2026-11-05.',
    ],
  ];
  for (const [what, cited, text] of table)
    it(what, () => {
      assert.equal(citation(cited, today), text);
    });
});
