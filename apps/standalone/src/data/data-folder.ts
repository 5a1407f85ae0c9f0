import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder's name, under the current directory. */
export const DATA_FOLDER = '.multilane';

/** The embedded database's folder, under the data folder. */
export const DATABASE_FOLDER = 'data';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/**
 * Makes the folder if it is missing, and takes it away from other users of the machine
 * (docs/contract/egress.md#standalone).
 */
export function prepareDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  chmodSync(folder, OWNER_ONLY_FOLDER);
}

/** Replaces a file of the folder whole, readable by its owner only: who reads it meanwhile sees the old or the new. */
export function writePrivateFile(folder: string, name: string, text: string): void {
  const draft = join(folder, `${name}.${process.pid}`);
  writeFileSync(draft, text, { mode: OWNER_ONLY_FILE });
  renameSync(draft, join(folder, name));
}
