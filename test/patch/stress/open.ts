import type { Database } from '../../../src/patch/store/database.js';
import { openFolder } from '../../../src/patch/store/folder/open.js';
import { openServer } from '../../../src/patch/store/server.js';

/** The database that a stress program is told to work on: a server's URL or a folder. */
export function openPlace(place: string): Promise<Database> {
  return place.startsWith('postgres://') ? Promise.resolve(openServer(place)) : openFolder(place);
}
