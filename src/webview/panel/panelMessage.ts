import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { GridNotice, GridOffer } from '../../messages/gridProtocol.ts';
import { textButton, icon } from '../ui/controls/buttons.ts';
import type { MenuItem } from '../ui/controls/menu.ts';
import './panelMessage.css';

export interface PanelMessage {
  readonly tone: 'error' | 'info';
  readonly text: string;
  readonly hint?: string;
  /** Buttons, of which the first is the primary one. */
  readonly actions: readonly MenuItem[];
  /** Whether no button is primary, because nothing needs to be done. */
  readonly isQuiet?: boolean;
}

/** A message with buttons: a strip above the records, or in the middle of an empty panel. */
export function panelMessage({ tone, text, hint, actions, isQuiet = false }: PanelMessage): TemplateResult {
  return html`<section class="message ${tone}">
    ${icon(tone)}
    <div class="message-words">
      <p class="message-text">${text}</p>
      ${hint ? html`<p class="message-hint">${hint}</p>` : nothing}
    </div>
    <div class="message-actions">
      ${actions.map(({ label, run }, index) => textButton({ label, press: run, isPrimary: index === 0 && !isQuiet }))}
    </div>
  </section>`;
}

/** Notices about the resource. They are keyed, so that buttons keep the focus when only a text changes. */
export function noticeStrips(notices: readonly GridNotice[], act: (offer: string) => void): unknown {
  return repeat(notices, keyOf, ({ text, offers }) =>
    panelMessage({ ...{ tone: 'info', text, isQuiet: true }, actions: offerActions(offers, act) }),
  );
}

export function offerActions(offers: readonly GridOffer[], act: (offer: string) => void): readonly MenuItem[] {
  return offers.map(({ id, label }) => ({ label, run: () => act(id) }));
}

export function newNotices(before: readonly GridNotice[], now: readonly GridNotice[]): string {
  const previousKeys = new Set(before.map(keyOf));
  return now.flatMap((notice) => (previousKeys.has(keyOf(notice)) ? [] : [notice.text])).join(' ');
}

function keyOf({ kind, offers }: GridNotice): string {
  return JSON.stringify([kind, offers]);
}
