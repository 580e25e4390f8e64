/** The target of the query: a portal and its resource. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { fill } from '../../base/words.ts';
import type { PortalChoice } from '../../messages/formProtocol.ts';
import { comboBox, type ComboOption } from '../ui/controls/comboBox.ts';
import { control, explained, type FormContext } from './control.ts';
import { portalOf, resourceOf } from './formEntry.ts';

export function portalControl(context: FormContext): TemplateResult {
  const { state, words, send, commands } = context;
  const { entry, portals } = state;
  const addPortal: ComboOption = {
    key: '',
    label: words.addPortal,
    icon: 'add',
    act: commands.addPortal,
  };
  return control(context, {
    control: 'portal',
    id: 'portal',
    label: words.portal,
    body: comboBox({
      id: 'portal',
      text: portalOf(entry, portals)?.name ?? entry.baseUrl,
      picked: entry.portalId,
      options: [...portals.map(portalOption), addPortal],
      label: words.portal,
      isLabelled: true,
      placeholder: words.portalPlaceholder,
      ...explained(context, 'portal'),
      status: '',
      words,
      onType: (text, isPasted) => send({ kind: 'portalTyped', text, isPasted }),
      onPick: (id) => send({ kind: 'portalPicked', id }),
      onDone: () => send({ kind: 'settled' }),
    }),
  });
}

export function resourceControl(context: FormContext): TemplateResult {
  const { state, words, send } = context;
  const { entry, portals } = state;
  const resources = portalOf(entry, portals)?.resources ?? [];
  const picked = resourceOf(entry, portals);
  const note = picked && picked.name !== picked.id ? fill(words.resourceId, picked.id) : '';
  return control(context, {
    control: 'resource',
    id: 'resource',
    label: words.resource,
    body: html`${comboBox({
      id: 'resource',
      text: picked?.name ?? entry.resource,
      picked: entry.resource,
      options: resources.map(({ id, name }) => ({
        key: id,
        label: name,
        ...(name === id ? {} : { detail: id }),
      })),
      label: words.resource,
      isLabelled: true,
      placeholder: words.resourcePlaceholder,
      ...explained(context, 'resource', { noteId: note && 'resource-note' }),
      status: resources.length === 0 ? words.noResources : '',
      words,
      onType: (text, isPasted) => send({ kind: 'typed', part: 'resource', text, isPasted }),
      onPick: (id) => send({ kind: 'typed', part: 'resource', text: id }),
      onDone: () => send({ kind: 'settled' }),
    })}
    ${note === '' ? nothing : html`<p class="note below" id="resource-note">${note}</p>`}`,
  });
}

function portalOption({ id, name, baseUrl }: PortalChoice): ComboOption {
  const detail = baseUrl.replace(/^https:\/\//, '');
  return { key: id, label: name, ...(detail && detail !== name ? { detail } : {}) };
}
