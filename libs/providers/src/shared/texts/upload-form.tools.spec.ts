import type { FormField, FormFile, UploadForm } from '@multilane/contracts';

/** A form that has arrived, or is still arriving, without a socket. */
export function makeForm(parts: readonly (FormField | FormFile)[], isWhole = true): UploadForm {
  const fields = parts.filter((part): part is FormField => 'value' in part);
  return {
    fields,
    files: parts.filter((part): part is FormFile => !('value' in part)),
    isWhole,
    field: (name) => fields.find((field) => field.name === name)?.value,
    readToEnd: () => Promise.resolve(),
    async *parts() {
      yield* parts;
    },
  };
}

export const makeField = (name: string, value: string): FormField => ({
  name,
  value,
  filename: undefined,
  contentType: undefined,
});

export function makeFile(name: string, pieces: readonly string[], members: Partial<FormFile> = {}): FormFile {
  const bytes = pieces.map((piece) => Buffer.from(piece, 'latin1'));
  return {
    name,
    filename: 'a.bin',
    contentType: undefined,
    size: Buffer.concat(bytes).length,
    peek: () => Promise.resolve(Buffer.concat(bytes).subarray(0, 4096)),
    async *open() {
      yield* bytes;
    },
    ...members,
  };
}

/** All bytes of a body, as text in which each character is a byte. */
export async function readBody(body: unknown): Promise<string> {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString('latin1');
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces).toString('latin1');
}
