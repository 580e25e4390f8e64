import { OptionsHost, OptionsView } from '../../messages/optionsProtocol.ts';
import { openPage } from '../ui/frame.ts';
import './options.css';
import { OptionsPage } from './optionsPage.ts';

const isText = (state: unknown): state is string => typeof state === 'string';

openPage(OptionsHost, OptionsView, isText, async (frame) => new OptionsPage(frame, await frame.host.ready()));
