import { html, nothing, type TemplateResult } from 'lit-html';
import { fill } from '../../base/words.ts';
import { comboBox, type ComboOption } from '../ui/controls/comboBox.ts';
import { control, explained, type FormContext } from './control.ts';
import { portalOf, resourceOf } from './formEntry.ts';

export function portalControl(context: FormContext): TemplateResult {
  const { state, words, send, commands } = context;
  const { entry, portals } = state;
  const addPortal: ComboOption = { key: '', label: words.addPortal, icon: 'add', act: commands.addPortal };
  return control(context, {
    ...{ control: 'portal', id: 'portal', label: words.portal },
    body: comboBox({
      ...{ id: 'portal', label: words.portal, isLabelled: true, placeholder: words.portalPlaceholder, words },
      text: portalOf(entry, portals)?.name ?? entry.baseUrl,
      picked: entry.portalId,
      options: [
        ...portals.map(({ id, name, baseUrl }) => optionOf(id, name, baseUrl.replace(/^https:\/\//, ''))),
        addPortal,
      ],
      ...explained(context, 'portal'),
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
    ...{ control: 'resource', id: 'resource', label: words.resource },
    body: html`${comboBox({
      ...{ id: 'resource', label: words.resource, isLabelled: true, placeholder: words.resourcePlaceholder, words },
      text: picked?.name ?? entry.resource,
      picked: entry.resource,
      options: resources.map(({ id, name }) => optionOf(id, name, id)),
      ...explained(context, 'resource', { noteId: note && 'resource-note' }),
      status: resources.length === 0 ? words.noResources : '',
      onType: (text, isPasted) => send({ kind: 'typed', part: 'resource', text, isPasted }),
      onPick: (id) => send({ kind: 'typed', part: 'resource', text: id }),
      onDone: () => send({ kind: 'settled' }),
    })}
    ${note === '' ? nothing : html`<p class="note below" id="resource-note">${note}</p>`}`,
  });
}

function optionOf(key: string, label: string, detail: string): ComboOption {
  return { key, label, ...(detail && detail !== label ? { detail } : {}) };
}
