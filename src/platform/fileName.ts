const LENGTH = 80;
/** Of UTF-8. A file system takes 255, of which the ending and what is written beside a file (`.origin.json`, `.….part`) need some. */
const BYTES = 160;
/** Windows gives these to devices, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/i;

/** A file name made from a name that a server chose: nothing in it can leave the folder or hide another name. */
export function safeFileName(name: string, extension: string): string {
  const plain = shortened(name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '_'))
    // Programs take a name that begins with `-` for an option.
    .replace(/^[. -]+|(?<![. ])[. ]+$/g, '');
  const stem =
    plain === '' || DEVICE.test(plain.split('.')[0]?.trimEnd() ?? '')
      ? `records_${plain}`.replace(/_$/, '')
      : plain;
  return `${stem}.${extension}`;
}

/** Never cut within a character. */
function shortened(name: string): string {
  let text = '';
  for (const character of name) {
    const longer = text + character;
    if (longer.length > LENGTH || Buffer.byteLength(longer) > BYTES) break;
    text = longer;
  }
  return text;
}
