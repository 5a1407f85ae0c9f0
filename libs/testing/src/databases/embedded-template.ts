import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { noteStart } from '../note-start.js';

const PACKAGE = '@electric-sql/pglite';

/** Names the files of an embedded database whose schema is up to date, which a run of the whole suite makes (scripts/launch/shared-databases.mjs). */
const MIGRATED_VARIABLE = 'TEST_EMBEDDED_TEMPLATE';

/**
 * Puts the files of an embedded database into `folder`, which must not be there: of one whose schema is up to date where the run has
 * such, else of an empty one, whose schema the first service makes. Making the files takes seconds of processor time, copying them a
 * fraction.
 */
export async function copyEmbeddedTemplate(folder: string): Promise<void> {
  const migrated = process.env[MIGRATED_VARIABLE];
  if (migrated) copy(migrated, folder);
  else await copyEmptyDatabase(folder);
}

/** Where `npm start` has the files of its embedded database, in the folder in which it runs. */
export const STANDALONE_DATABASE = '.multilane/data/postgres';

/** Puts them where `npm start` in `folder` finds them: by itself it would make them, which takes eight seconds of processor time. */
export async function copyStandaloneTemplate(folder: string): Promise<void> {
  const database = join(folder, STANDALONE_DATABASE);
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  await copyEmbeddedTemplate(database);
}

/** The same without a schema. The files are made once a machine for each version, and copied. */
export async function copyEmptyDatabase(folder: string): Promise<void> {
  const template = templateFolder();
  if (!existsSync(template)) await makeTemplate(template);
  copy(template, folder);
}

/** Another version's files are of no use, and where the package lies says which it is. */
function templateFolder(): string {
  const place = createRequire(import.meta.url).resolve(PACKAGE);
  const version = createHash('sha256').update(place).digest('hex').slice(0, 16);
  return join(tmpdir(), `multilane-embedded-template-${process.getuid?.() ?? 'user'}-${version}`);
}

/** In one turn, which takes a third less processor time for a thousand files. */
function copy(from: string, to: string): void {
  noteStart('an embedded database');
  cpSync(from, to, { recursive: true, errorOnExist: true, force: false });
}

/** Other processes may make the same at the same time; the first to be ready wins, for a folder is renamed at once. */
async function makeTemplate(template: string): Promise<void> {
  const parent = await mkdtemp(`${template}-`);
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const database = await PGlite.create({ dataDir: join(parent, 'postgres') });
    await database.close();
    await rename(join(parent, 'postgres'), template).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}
