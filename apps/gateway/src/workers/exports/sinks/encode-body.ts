import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ExportRecord } from '../export-record.js';

/** Compresses with gzip. */
export const compress: (written: string | Uint8Array) => Promise<Buffer> = promisify(gzip);

/** Records as NDJSON. */
export function writeLines(records: readonly ExportRecord[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}

/** Body of a request with its headers, compressed if the sink takes that. */
export async function encodeBody(
  written: string | Uint8Array<ArrayBuffer>,
  isCompressed: boolean,
): Promise<{ readonly body: string | Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> }> {
  if (!isCompressed) return { body: written, headers: {} };
  return { body: new Uint8Array(await compress(written)), headers: { 'content-encoding': 'gzip' } };
}
