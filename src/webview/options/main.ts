import { OptionsHost, OptionsView } from '../../messages/optionsProtocol.ts';
import { serve } from '../../messages/rpc.ts';
import { openPageEndpoint } from '../../messages/rpcEndpoint.ts';
import { connectHost, stopHandledKeys } from '../ui/frame.ts';
import './options.css';
import { OptionsPage } from './optionsPage.ts';

const root = document.getElementById('root');
if (root) {
  const link = connectHost((state): state is string => typeof state === 'string');
  const page = Promise.withResolvers<OptionsPage>();
  const { remote, receive } = openPageEndpoint(link.post, OptionsHost, serve(OptionsView, page.promise));
  link.onMessage(receive);
  stopHandledKeys();
  page.resolve(remote.ready().then((init) => new OptionsPage({ root, host: remote, init, link })));
}
