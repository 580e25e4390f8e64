import { l10n } from 'vscode';
import { Problem } from './problem.ts';

/** The portal has another address than the one that was asked so far: what was begun there can't go on elsewhere. */
export class AddressChanged extends Problem {
  constructor(portal: string) {
    super(
      l10n.t('The address of {0} has changed.', portal),
      l10n.t('Run again to load the records from the new address.'),
    );
  }
}
