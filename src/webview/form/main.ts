import type { FormHost, FormView } from '../../messages/formProtocol.ts';
import { openPageEndpoint } from '../../messages/rpcEndpoint.ts';
import { connectHost } from '../ui/hostLink.ts';
import { keepOwnKeys } from '../ui/ownKeys.ts';
import './form.css';
import { FormController } from './formController.ts';
import { isSavedForm } from './savedForm.ts';
import { servedForm } from './servedForm.ts';

const root = document.getElementById('root');
if (root) {
  const link = connectHost(isSavedForm);
  const form = Promise.withResolvers<FormView>();
  const { remote, receive } = openPageEndpoint<FormHost, FormView>(link.post, servedForm(form.promise));
  link.onMessage(receive);
  keepOwnKeys();
  const init = remote.ready(link.saved?.revision ?? null);
  form.resolve(init.then((first) => new FormController({ root, host: remote, init: first, memory: link })));
}
