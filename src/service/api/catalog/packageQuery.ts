/** `q` and `fq` of `package_search`: what a dataset catalogue of one can say to Solr's usual questions. */

/** Texts by field, all of them in lower case. */
export type Searched = ReadonlyMap<string, readonly string[]>;

const clause = /([+!-]?)(?:([\w.]+):)?("[^"]*"|\([^)]*\)|[^\s]+)/g;

/** Every clause must hold; a word without a field is contained in any of the texts. */
export function matchesQuery(query: string, searched: Searched): boolean {
  return [...query.toLowerCase().matchAll(clause)].every(([, sign, field, term = '']) => {
    if (field === undefined && ['and', 'or', 'not', '*:*'].includes(term)) return true;
    return (sign === '-' || sign === '!') !== holds(field, term, searched);
  });
}

function holds(field: string | undefined, term: string, searched: Searched): boolean {
  if (term === '*' || term === '*:*' || term === '[* to *]')
    return field === undefined || searched.has(field);
  const terms = term.startsWith('(')
    ? term.slice(1, -1).split(/\s+or\s+|\s+/)
    : [term.replace(/^"|"$/g, '').replace(/^\*|\*$/g, '')];
  const texts = field === undefined ? [...searched.values()].flat() : (searched.get(field) ?? []);
  return terms.some((each) => texts.some((text) => text.includes(each.replace(/^"|"$/g, ''))));
}
