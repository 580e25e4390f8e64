const LENGTH = 80;
/** Windows gives these to devices, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name made from a name that a server chose: nothing in it can leave the folder or hide another name. */
export function safeFileName(name: string, extension: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '_')
    .slice(0, LENGTH)
    // A character of two units may have been cut in its middle, which no address takes.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  const stem =
    plain === '' || DEVICE.test(plain.split('.')[0] ?? '') ? `records_${plain}`.replace(/_$/, '') : plain;
  return `${stem}.${extension}`;
}
