import { DetailsHost, type DetailsTarget, DetailsView } from '../../messages/detailsProtocol.ts';
import { openPage } from '../ui/frame.ts';
import './details.css';
import { DetailsPage } from './detailsPage.ts';

// Only the host reads the saved state.
const isState = (_state: unknown): _state is DetailsTarget => false;

openPage(DetailsHost, DetailsView, isState, async (frame) => {
  const init = await frame.host.ready();
  frame.save(init.target);
  return new DetailsPage(frame, init);
});
