/** A catalog's description of a dataset or a resource in the form that the page shows. */
import { defined } from '../base/defined.ts';
import type { DatasetDetails, ResourceDetails } from '../datastore/catalog/datasetDetails.ts';
import type { About, Fact } from '../messages/detailsProtocol.ts';
import { countText, dayText, sizeText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import { DETAILS_WORDS as WORDS } from './detailsWords.ts';

/** Most resources listed for a dataset, which may have thousands. */
const LISTED_RESOURCES = 200;

export function aboutDatasetResource(dataset: DatasetDetails, resource: ResourceDetails): About {
  const { size, updated = dataset.updated } = resource;
  return {
    ...{ state: 'shown', hasWebsite: true, hasFile: resource.url !== undefined, title: resource.name },
    ...{ notes: resource.description, datasetNotes: dataset.notes },
    facts: facts([
      { ...fact('dataset', dataset.title), isDataset: true },
      fact('organization', dataset.organization?.title),
      fact('format', resource.format || resource.mimetype),
      fact('size', size === undefined ? '' : sizeText(size)),
      fact('updated', dayOf(updated)),
      ...datasetFacts(dataset),
      fact('resourceId', resource.id),
    ]),
  };
}

/** The description of a table or view. `place` names its database, schema and server. */
export function aboutTable({ id, name, size, description }: ResourceDetails, place: string): About {
  return {
    ...{ state: 'shown', hasWebsite: false, hasFile: false, title: name, notes: description, datasetNotes: '' },
    facts: facts([
      fact('database', place),
      fact('size', size === undefined || size === 0 ? '' : sizeText(size)),
      fact('resourceId', id),
    ]),
  };
}

export function aboutDataset(dataset: DatasetDetails): About {
  const { resources, hasMore } = dataset;
  const first = resources
    .slice(0, LISTED_RESOURCES)
    .map(({ id, name, format, hasRecords, updated }) => ({
      ...{ id, name, hasRecords },
      facts: [format, dayOf(updated)].filter((each) => each !== '').join(' · '),
    }));
  return {
    ...{ state: 'shown', hasWebsite: true, hasFile: false },
    ...{ title: dataset.title, notes: dataset.notes, datasetNotes: '' },
    facts: facts([
      fact('organization', dataset.organization?.title),
      fact('updated', dayOf(dataset.updated)),
      ...datasetFacts(dataset),
      fact('id', dataset.id),
    ]),
    resources: {
      first,
      count: `${countText(resources.length)}${hasMore ? '+' : ''}`,
      hasMore: resources.length > LISTED_RESOURCES,
    },
  };
}

function datasetFacts(dataset: DatasetDetails): readonly Fact[] {
  const { license, author, maintainer, version, source, tags, isPrivate } = dataset;
  return [
    { ...fact('license', license.title || license.url), ...defined({ link: license.url }) },
    fact('tags', tags.join(', ')),
    fact('author', author),
    fact('maintainer', maintainer === author ? '' : maintainer),
    fact('version', version),
    { ...fact('source', source), ...defined({ link: source }) },
    fact('visibility', isPrivate ? translate(WORDS.private) : ''),
  ];
}

function dayOf(updated = ''): string {
  return dayText(updated) ?? '';
}

function fact(label: keyof typeof WORDS, value = ''): Fact {
  return { label: translate(WORDS[label]), value };
}

function facts(all: readonly Fact[]): readonly Fact[] {
  return all.filter(({ value }) => value !== '');
}
