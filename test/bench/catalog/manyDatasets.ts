/** A hundred thousand datasets of a real CKAN: copies of one in its index, which is all that its search reads; CKAN itself would take hours. */
import assert from 'node:assert/strict';

type Document = Readonly<Record<string, unknown>>;

const AT_ONCE = 1000;
/** Solr makes these of the others. What it doesn't keep, the permission, is given anew. */
const MADE = /^(?:_version_|indexed_ts|text|.*_ngram)$/;
const PREFIX = 'copy-';

/** `solr`: the address of CKAN's index. */
export async function addCopies(solr: string, count: number): Promise<void> {
  const original = await openDataset(solr);
  for (let first = 0; first < count; first += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, place) => first + place);
    await update(
      solr,
      places.map((place) => copyOf(original, place)),
    );
  }
  await update(solr, { commit: {} });
}

export async function removeCopies(solr: string): Promise<void> {
  await update(solr, { delete: { query: `index_id:${PREFIX}*` }, commit: {} });
}

/** One that everybody sees, with two resources. */
async function openDataset(solr: string): Promise<Document> {
  const wanted = 'q=entity_type:package&fq=capacity:public&fq=res_format:CSV&fq=res_format:PDF&rows=1';
  const answer = await fetch(`${solr}/select?wt=json&${wanted}`);
  const { response } = (await answer.json()) as { readonly response: { readonly docs: readonly Document[] } };
  const [found] = response.docs;
  assert.ok(found, 'CKAN has no such dataset');
  return Object.fromEntries(Object.entries(found).filter(([name]) => !MADE.test(name)));
}

function copyOf(original: Document, place: number): Document {
  const id = PREFIX + String(place).padStart(6, '0');
  const title = `${String(original['title'])} (${place})`;
  const modified = new Date(Date.UTC(2020, 0, 1) + place * 60_000).toISOString().replace('Z', '000');
  const described = JSON.parse(String(original['validated_data_dict'])) as object;
  const shown = JSON.stringify({ ...described, id, name: id, title, metadata_modified: modified });
  return {
    ...original,
    ...{ id, index_id: id, name: id, title, title_string: title, permission_labels: ['public'] },
    ...{ metadata_modified: `${modified.slice(0, -3)}Z`, validated_data_dict: shown, data_dict: '{}' },
  };
}

async function update(solr: string, what: object): Promise<void> {
  const answer = await fetch(`${solr}/update?wt=json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(what),
  });
  assert.ok(answer.ok, answer.ok ? '' : await answer.text());
}
