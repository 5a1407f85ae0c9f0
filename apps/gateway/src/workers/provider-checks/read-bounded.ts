import { FailedCheck } from './describe-failure.js';

/** Lists of models come to a few hundred kilobytes. */
const LARGEST_BYTES = 4 * 1024 * 1024;

/** The text of an answer. @throws FailedCheck for one that is larger than any that is expected */
export async function readBounded({ body }: { readonly body: AsyncIterable<Uint8Array> | null }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > LARGEST_BYTES) throw new FailedCheck('The answer of the provider is larger than 4 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
