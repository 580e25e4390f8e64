import { FormHost, FormView } from '../../messages/formProtocol.ts';
import { openPage } from '../ui/frame.ts';
import './form.css';
import { FormController } from './formController.ts';
import { isSavedForm } from './formEntry.ts';

openPage(FormHost, FormView, isSavedForm, async (frame) => {
  const init = await frame.host.ready(frame.saved?.revision ?? null);
  return new FormController(frame, init);
});
