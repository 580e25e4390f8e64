import { givesTheFolderNoSay } from './hostileFolder.ts';

describe('a hostile folder that is trusted', givesTheFolderNoSay);
