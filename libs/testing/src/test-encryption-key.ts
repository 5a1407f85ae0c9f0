import { createHash } from 'node:crypto';

/** An encryption key that looks generated, as the configuration demands, and is the same in each run. */
export function testEncryptionKey(number: number): string {
  return createHash('sha256').update(`encryption key ${number} of the tests`).digest('base64');
}
