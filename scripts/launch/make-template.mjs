import { join } from 'node:path';
import { openDatabase } from '../../libs/persistence/dist/index.js';
import { copyEmptyDatabase } from '../../libs/testing/dist/databases/embedded-template.js';

// Makes a database of the tests and its schema: `node make-template.mjs <URL of an empty database, or a folder>`. It is a program because
// the launcher runs in older versions of Node.js than the project.
const [place = ''] = process.argv.slice(2);
const isServer = place.startsWith('postgres://');
if (!isServer) await copyEmptyDatabase(join(place, 'postgres'));
const database = await openDatabase(isServer ? { url: place } : { folder: place });
await database.migrate().finally(() => database.close());
