/** The datasets that surround the loaded ones, as a town has them: rules instead of a file. */

interface Topic {
  readonly word: string;
  readonly organization: string;
  readonly group: string;
  readonly tags: readonly string[];
}

export interface OfficeDataset extends Topic {
  readonly name: string;
  readonly title: string;
  readonly isPrivate: boolean;
  readonly resources: readonly { readonly name: string; readonly format: string; readonly url: string }[];
}

const TOPICS: readonly Topic[] = [
  { word: 'Trees', organization: 'parks-office', group: 'environment', tags: ['green', 'streets'] },
  { word: 'Wells', organization: 'water-works', group: 'environment', tags: ['water', 'measured'] },
  { word: 'Crossings', organization: 'traffic-office', group: 'transport', tags: ['streets', 'safety'] },
  { word: 'Clinics', organization: 'health-office', group: 'people', tags: ['health', 'addresses'] },
  { word: 'Loans', organization: 'public-library', group: 'culture', tags: ['books'] },
  { word: 'Households', organization: 'statistics-office', group: 'people', tags: ['census', 'measured'] },
  { word: 'Charters', organization: 'city-archive', group: 'culture', tags: ['old town', 'Übersicht'] },
];

export const FIRST_YEAR = 1991;
const YEARS = 16;

export const ORGANIZATIONS = TOPICS.map(({ organization }) => organization);
export const GROUPS = [...new Set(TOPICS.map(({ group }) => group))];

/** 112, more than a page; one year of each topic is private. */
export const OFFICE_DATASETS: readonly OfficeDataset[] = TOPICS.flatMap((topic, place) =>
  Array.from({ length: YEARS }, (_, at): OfficeDataset => {
    const year = String(FIRST_YEAR + at);
    const name = `${topic.word.toLowerCase()}-${year}`;
    const resource = (format: string) => ({
      name: `${topic.word} as ${format}`,
      format,
      url: `https://example.org/${name}.${format.toLowerCase()}`,
    });
    return {
      ...topic,
      name,
      title: `${topic.word} of ${year}`,
      isPrivate: at === place,
      resources: (at % 5 === 4 ? ['PDF'] : ['CSV', 'PDF']).map(resource),
    };
  }),
);

/** Makes a title of a name: `parks-office` becomes "Parks office". */
export function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
