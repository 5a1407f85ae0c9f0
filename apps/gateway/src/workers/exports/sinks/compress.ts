import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compressed = promisify(gzip);

/** Body of a request with its headers, compressed if the sink takes that. */
export async function encodeBody(
  text: string,
  isCompressed: boolean,
): Promise<{ readonly body: string | Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> }> {
  if (!isCompressed) return { body: text, headers: {} };
  return { body: new Uint8Array(await compressed(text)), headers: { 'content-encoding': 'gzip' } };
}
