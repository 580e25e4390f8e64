import assert from 'node:assert/strict';
import type { CatalogOption } from '../../../../src/datastore/dialect/facts.ts';
import { type DatasetQuery, datasetSearchBody, facetBody } from '../../../../src/datastore/catalog/datasetQuery.ts';

const window = { start: 0, rows: 20 };
const all: readonly CatalogOption[] = ['prefixes', 'privateDatasets'];

describe('a question to a catalog', () => {
  const questions: [what: string, query: DatasetQuery, options: readonly CatalogOption[], members: object][] = [
    ['everything', {}, [], {}],
    ['blanks', { words: '  ' }, [], {}],
    ['one of the words', { words: 'noise levels', isAny: true }, [], { q: 'noise levels', mm: '1' }],
    ['words', { words: ' noise  levels ' }, all, { q: 'noise  levels', include_private: true }],
    [
      'words that are being typed',
      { words: 'noise lev', isTyping: true },
      ['prefixes'],
      { q: 'noise (lev OR lev*)', defType: 'edismax' },
    ],
    [
      'a word that is being typed',
      { words: 'Lärm', isTyping: true },
      ['prefixes'],
      { q: '(Lärm OR Lärm*)', defType: 'edismax' },
    ],
    ['a word that is done', { words: 'noise ', isTyping: true }, ['prefixes'], { q: 'noise' }],
    ['a single letter', { words: 'noise l', isTyping: true }, ['prefixes'], { q: 'noise l' }],
    ['a catalog without beginnings of words', { words: 'noi', isTyping: true }, [], { q: 'noi' }],
    ['an expression of Solr', { words: 'title:x {!lucene} y', isTyping: false }, [], { q: 'title x   lucene  y' }],
    ['operators that join nothing', { words: 'NOT AND noise OR water OR' }, [], { q: 'not and noise OR water or' }],
    ['operators side by side', { words: 'a AND OR b AND NOT c' }, [], { q: 'a and OR b AND NOT c' }],
    ['an operator alone', { words: ' AND ' }, [], { q: 'and' }],
    ['a quotation', { words: '"noise levels"' }, [], { q: '"noise levels"' }],
    ['a quotation that is being typed', { words: '"noise" "lev', isTyping: true }, [], { q: '"noise"  lev' }],
    ['a quotation mark alone', { words: '"' }, [], { q: '' }],
    ['the latest', { sort: 'updated' }, [], { sort: 'metadata_modified desc, name asc' }],
    [
      'one organization and one tag',
      { within: { organization: 'market-hall', tags: 'a "b\\' }, sort: 'title' },
      ['titleSort'],
      { fq: '+organization:"market-hall" +tags:"a \\"b\\\\"', sort: 'title_string asc, name asc' },
    ],
    ['titles where there is no order by them', { sort: 'title' }, ['prefixes'], {}],
  ];
  for (const [what, query, options, members] of questions)
    it(`says ${what}`, () => {
      const body = JSON.parse(datasetSearchBody(query, window, options)) as object;
      assert.deepEqual(body, { start: 0, rows: 20, facet: 'false', ...members });
    });

  it('asks for the most used names of a facet, and for no dataset', () => {
    assert.deepEqual(JSON.parse(facetBody('tags', 1000, all)), {
      rows: 0,
      'facet.field': ['tags'],
      'facet.limit': 1000,
      include_private: true,
    });
  });
});
