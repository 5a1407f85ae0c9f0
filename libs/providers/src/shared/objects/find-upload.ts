import type { FormField, FormFile, UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

/** The file of an upload whose form is whole. Throws a `GatewayError` if there is none, or more than one. */
export async function findUpload(form: UploadForm | undefined): Promise<FormFile> {
  let file: FormFile | undefined;
  for await (const part of readUpload(form?.parts() ?? noParts())) if (!('value' in part)) file = part;
  if (file === undefined) throw refuse();
  return file;
}

async function* noParts(): AsyncGenerator<FormField | FormFile> {}

/** Fields that every reader must read alike: with two of a name, some take the first and some the last. */
const ONCE: ReadonlySet<string> = new Set(['purpose', 'expires_after[anchor]', 'expires_after[seconds]']);

/**
 * The parts of an upload, also of one that is still arriving. They fail as soon as they are found not to be one file, or to say
 * something twice.
 */
export async function* readUpload(parts: AsyncIterable<FormField | FormFile>): AsyncGenerator<FormField | FormFile> {
  let files = 0;
  const seen = new Set<string>();
  for await (const part of parts) {
    if ('value' in part) {
      if (seen.has(part.name)) throw refuseSecond(part.name);
      if (ONCE.has(part.name)) seen.add(part.name);
    } else {
      files += 1;
      if (files > 1 || part.name !== 'file') throw refuse();
    }
    yield part;
  }
  if (files === 0) throw refuse();
}

function refuseSecond(param: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` must occur in the form only once.` });
}

function refuse(): GatewayError {
  const message = '`file` is required: one file, in a multipart form.';
  return new GatewayError('invalid_value', { param: 'file', message });
}
