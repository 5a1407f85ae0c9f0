import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ExportRecord } from '../export-record.js';

/** Compresses a text with gzip. */
export const compress: (text: string) => Promise<Buffer> = promisify(gzip);

/** Records as NDJSON. */
export function writeLines(records: readonly ExportRecord[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}

/** Body of a request with its headers, compressed if the sink takes that. */
export async function encodeBody(
  text: string,
  isCompressed: boolean,
): Promise<{ readonly body: string | Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> }> {
  if (!isCompressed) return { body: text, headers: {} };
  return { body: new Uint8Array(await compress(text)), headers: { 'content-encoding': 'gzip' } };
}
