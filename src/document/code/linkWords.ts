import type { Words, WordTable } from '../../base/words.ts';

/** Why a link isn't opened, or why there is none. */
export const LINK_WORDS = {
  incomplete: "This link isn't complete. Copy it again where it was made.",
  unknownPart: 'This link has "{name}", which links don\'t have in this version. Nothing was opened.',
  encoded: 'This link was encoded twice on its way. Copy it again where it was made.',
  secret: 'This link contains what looks like a password or an API token. Nothing was opened or sent.',
  outside: '{path}: a link opens only files and documents in the folder of this window.',
  notDocument: '{path}: a link opens only documents whose name ends with .datastore.jsonc.',
  invalid: 'The query of this link is invalid: {text}',
  tooLong: 'The link would have {length} characters. Systems pass on {most}. Save the query in a document instead.',
  notHere: 'This link leads to a file or a document. Copy it, and use Open Pasted Query.',
  hasSecret: 'The query contains what looks like a password or an API token, which a link would give away.',
} as const satisfies WordTable;

export type LinkWords = Words<typeof LINK_WORDS>;
