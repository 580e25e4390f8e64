import type { WordTable } from '../base/words.ts';

export const FIND_WORDS = {
  title: 'Find Dataset',
  titleIn: 'Find Dataset in {portal}',
  titleWithin: 'Find Dataset of {name} in {portal}',
  placeholder: 'Enter words of its title or description',
  resourcePlaceholder: 'Select a resource',
  filePlaceholder: 'The portal has no records of this resource to search',

  lookingForDataset: 'Looking for the dataset at {portal}',

  recent: 'Recently opened',
  portals: 'Portals',
  browsePortal: 'Recently updated datasets of {host}',
  addPortal: 'Add Portal…',
  updatedRecently: 'Recently updated',
  inPortal: '{portal} ({count})',
  nothing: 'No datasets found',
  otherWords: 'Check the spelling, or use fewer words.',
  more: 'More…',
  moreOf: '{shown} of {count}',

  isPrivate: 'private',
  none: 'no resources',
  updated: 'updated {day}',

  showResources: 'Show All Resources',
  showDetails: 'Show Details',

  tryAgain: 'Try Again',
  setToken: 'Set API Token…',
  addResource: 'Add Resource…',

  searchable: 'Has records',
  files: 'Files and links',
  noResources: 'This dataset has no resources',
  onlyFirst: 'Only the first {count} resources are listed',

  openFile: 'Open File as Local Resource',
  openWebsite: 'Open on Portal Website',
  openAnyway: 'Open Records Anyway',
} as const satisfies WordTable;
