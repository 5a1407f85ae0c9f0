import { createHash } from 'node:crypto';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@electric-sql/pglite';

/**
 * Puts the files of an empty embedded database into `folder`, which must not be there. Making one takes seconds of
 * processor time, copying one a fraction: it is made once a machine for each version, and copied.
 */
export async function copyEmbeddedTemplate(folder: string): Promise<void> {
  const template = templateFolder();
  await copy(template, folder).catch(async () => {
    await makeTemplate(template);
    await copy(template, folder);
  });
}

/** Another version's files are of no use, and where the package lies says which it is. */
function templateFolder(): string {
  const place = createRequire(import.meta.url).resolve(PACKAGE);
  const version = createHash('sha256').update(place).digest('hex').slice(0, 16);
  return join(tmpdir(), `multilane-embedded-template-${process.getuid?.() ?? 'user'}-${version}`);
}

async function copy(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, errorOnExist: true, force: false });
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
