import { givesTheFolderNoSay } from '../hostileFolder.ts';

describe('a hostile folder in restricted mode', givesTheFolderNoSay);
