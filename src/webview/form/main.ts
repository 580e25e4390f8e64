import { FormHost, FormView } from '../../messages/formProtocol.ts';
import { serve } from '../../messages/rpc.ts';
import { openPageEndpoint } from '../../messages/rpcEndpoint.ts';
import { connectHost, stopHandledKeys } from '../ui/frame.ts';
import './form.css';
import { FormController } from './formController.ts';
import { isSavedForm } from './formEntry.ts';

const root = document.getElementById('root');
if (root) {
  const link = connectHost(isSavedForm);
  const form = Promise.withResolvers<FormController>();
  const { remote, receive } = openPageEndpoint(link.post, FormHost, serve(FormView, form.promise));
  link.onMessage(receive);
  stopHandledKeys();
  const init = remote.ready(link.saved?.revision ?? null);
  form.resolve(init.then((first) => new FormController({ root, host: remote, init: first, memory: link })));
}
