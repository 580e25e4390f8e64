/** The links in values that may be opened. Values come from servers: every other scheme is text. */
const SCHEMES = ['http:', 'https:', 'mailto:'];
/** Longer is no address of a page, and no dialog shows it. */
const MAX_LENGTH = 2000;

/** Exactly what would be opened, host names in ASCII; undefined for what is no such link. */
export function linkTarget(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return SCHEMES.includes(protocol) && href.length <= MAX_LENGTH ? href : undefined;
}
