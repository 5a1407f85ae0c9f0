import type { FormFile } from '@multilane/contracts';
import type { ProviderCall } from '../../exchange.js';
import { sniffAudio } from './sniff-audio.js';

/** A field of a form; undefined values are left out. */
export type Field = readonly [name: string, value: string | number | boolean | undefined];

/**
 * A multipart form (RFC 7578) with one file behind the fields. The file is read as the form is sent, and named after what its
 * first bytes say it is where it has no name or type.
 */
export async function writeForm(
  fields: readonly Field[],
  file: FormFile,
  idSeed: string,
): Promise<Required<Pick<ProviderCall, 'headers' | 'body'>>> {
  const boundary = `----multilane-${idSeed.replace(/[^A-Za-z0-9-]/g, '').slice(0, 40)}`;
  const type = sniffAudio(await file.peek());
  const contentType = type?.contentType ?? file.contentType ?? 'application/octet-stream';
  const filename = file.filename || `audio.${type?.extension ?? 'bin'}`;
  const parts = fields
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quote(name)}"\r\n\r\n${value}\r\n`,
    );
  const disposition = `form-data; name="file"; filename="${quote(filename)}"`;
  const head = `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${quote(contentType)}\r\n\r\n`;
  const before = Buffer.from(parts.join('') + head);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = file.size === undefined ? undefined : before.length + file.size + after.length;
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    },
    body: concatenate(before, file, after),
  };
}

async function* concatenate(before: Uint8Array, file: FormFile, after: Uint8Array): AsyncGenerator<Uint8Array> {
  yield before;
  yield* file.open();
  yield after;
}

/** As browsers write it (html.spec.whatwg.org, multipart form data): nothing in a name can end it, or its line. */
function quote(text: string): string {
  return text.replace(/[\r\n"]/g, encodeURIComponent);
}
