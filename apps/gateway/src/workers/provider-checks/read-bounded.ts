import { FailedCheck } from './describe-failure.js';

/** Lists of models come to a few hundred kilobytes. */
const LARGEST_BYTES = 4 * 1024 * 1024;

/** An error is read up to here; the rest says nothing more. */
const ERROR_BYTES = 64 * 1024;

/** The bytes of an answer; of an error its beginning. @throws FailedCheck for an answer that is larger than any that is expected */
export async function readBounded({
  body,
  ok,
}: {
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly ok: boolean;
}): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (ok && size > LARGEST_BYTES) throw new FailedCheck('The answer of the provider is larger than 4 MiB.');
    chunks.push(chunk);
    // Leaving the loop cancels the body.
    if (!ok && size >= ERROR_BYTES) break;
  }
  const bytes = Buffer.concat(chunks);
  return ok ? bytes : bytes.subarray(0, ERROR_BYTES);
}
