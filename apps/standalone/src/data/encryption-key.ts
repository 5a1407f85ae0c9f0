import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../code-of.js';
import { writePrivateFile } from './data-folder.js';

const NAME = 'encryption.key';
const KEY_BYTES = 32;

/**
 * The key that seals what people store here, made at the first start. It is never made again while the file is there, or
 * what it sealed could not be opened any more.
 */
export function readOrMakeEncryptionKey(folder: string): string {
  try {
    return readFileSync(join(folder, NAME), 'utf8').trim();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const key = randomBytes(KEY_BYTES).toString('base64');
  writePrivateFile(folder, NAME, `${key}\n`);
  return key;
}
