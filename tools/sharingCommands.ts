/** The commands that copy a query as a link, a URL or code. Their handlers are in src/commands/shareQuery.ts. */
import type { ContributedCommand } from './commandTable.ts';

export const SHARING_COMMANDS = {
  copyLink: { title: 'Copy Link', icon: 'link', menus: [['lastingRecords', '3_share@1']] },
  copyRecordLink: { title: 'Copy Link to Record', menus: [['lastingRecords', '3_share@2']] },
  copyUrl: { title: 'Copy API URL', menus: [['portalRecords', '3_share@3']] },
  copyAsCode: { title: 'Copy as Code…', icon: 'code', menus: [['portalRecords', '3_share@4']] },
} as const satisfies Readonly<Record<string, ContributedCommand>>;
