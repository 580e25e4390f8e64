const LENGTH = 80;
/** Longest name in bytes of UTF-8: file systems allow 255, also for endings such as `.origin.json` and `.….part`. */
const BYTES = 160;
/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/i;

/** A file name from a name that a server chose. It can't leave the folder or hide its real ending. */
export function safeFileName(name: string, extension: string): string {
  const plain = shortened(name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '_'))
    // Programs take a name that begins with `-` for an option.
    .replace(/^[. -]+|(?<![. ])[. ]+$/g, '');
  const stem =
    plain === '' || DEVICE.test(plain.split('.')[0]?.trimEnd() ?? '') ? `records_${plain}`.replace(/_$/, '') : plain;
  return `${stem}.${extension}`;
}

/** A shortened name that never ends inside a character. */
function shortened(name: string): string {
  let text = '';
  for (const character of name) {
    const longer = text + character;
    if (longer.length > LENGTH || Buffer.byteLength(longer) > BYTES) break;
    text = longer;
  }
  return text;
}
