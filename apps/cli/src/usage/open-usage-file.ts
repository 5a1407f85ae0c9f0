import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { UsageFile } from '@multilane/importers';
import { CommandFailure } from '../exit-codes.js';
import { codeOf } from '../read-file.js';

/**
 * Opens a file of usage of any length, as text. One that ends in `.gz` is unpacked on the way.
 *
 * @param hash Takes the bytes of the file as they are read
 */
export function openUsageFile(path: string, hash: Hash = createHash('sha256')): UsageFile {
  return { name: basename(path), chunks: readChunks(path, hash) };
}

async function* readChunks(path: string, hash: Hash): AsyncGenerator<string> {
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const unpack = path.endsWith('.gz') ? createGunzip() : new PassThrough();
  const source = createReadStream(path);
  const running = pipeline(source, hashing, unpack);
  // Told by the stream that is read.
  running.catch(() => undefined);
  const text: Readable = unpack.setEncoding('utf8');
  try {
    for await (const chunk of text) yield chunk as string;
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read: ${codeOf(error)}.`);
  }
}
