import { DetailsHost, type DetailsTarget, DetailsView } from '../../messages/detailsProtocol.ts';
import { serve } from '../../messages/rpc.ts';
import { openPageEndpoint } from '../../messages/rpcEndpoint.ts';
import { connectHost, stopHandledKeys } from '../ui/frame.ts';
import './details.css';
import { DetailsPage } from './detailsPage.ts';

const root = document.getElementById('root');
if (root) {
  // Only the host reads the saved state.
  const link = connectHost<DetailsTarget>((_state): _state is DetailsTarget => false);
  const page = Promise.withResolvers<DetailsPage>();
  const { remote, receive } = openPageEndpoint(link.post, DetailsHost, serve(DetailsView, page.promise));
  link.onMessage(receive);
  stopHandledKeys();
  page.resolve(
    remote.ready().then((init) => {
      link.save(init.target);
      return new DetailsPage(root, remote, init);
    }),
  );
}
