/** A process that takes a claim on request, and reports whether it has it. Arguments: folder, name. */
import { Claim } from '../../../src/disk/claim.ts';

const [folder = '', name = ''] = process.argv.slice(2);
process.on('message', () => {
  void Claim.take(folder, name).then((claim) => process.send?.(claim !== undefined));
});
process.send?.('ready');
