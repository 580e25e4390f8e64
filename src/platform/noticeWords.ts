import { l10n } from 'vscode';
import type { NoticeWords } from '../datastore/client/notice.ts';

/** What can be worth knowing about a result, in the language of the window (the placeholders stay as they are). */
export const noticeWords = (): NoticeWords => ({
  repeatedRecords: l10n.t(
    'Some records came twice: the data changed meanwhile, or the portal keeps no order.',
  ),
  fieldsChanged: l10n.t('This resource has more fields now. Run again to see them.'),
  fieldsLeftOut: l10n.t(
    'Some records have fields that the portal doesn’t describe, or a field twice. These values are left out.',
  ),
  totalWrong: l10n.t('The portal reported {claimed} matching records, but there are {found}.'),
  totalAtLeast: l10n.t('The portal reported {claimed} matching records, but there are at least {found}.'),
  tiesReordered: l10n.t('Records with equal sort values are now ordered by _id.'),
  distinctPage: l10n.t('This portal looks for distinct records on one page only; {shown} were found there.'),
  rankHidden: l10n.t('The rank that the portal adds to a search is left out.'),
  ownRankHidden: l10n.t('This resource has a field named rank, which the portal cannot give with a search.'),
  lossyText: l10n.t('Some characters could not be read and show as �.'),
});
