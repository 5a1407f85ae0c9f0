import type { FormField, FormFile, UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

/** The file of an upload whose form is whole. Throws a `GatewayError` if there is none, or more than one. */
export async function findUpload(form: UploadForm | undefined): Promise<FormFile> {
  const files: FormFile[] = [];
  for await (const part of form?.parts() ?? []) if (!('value' in part)) files.push(part);
  const [file] = files;
  if (file === undefined || files.length > 1 || file.name !== 'file') throw refuse();
  return file;
}

/** The parts of an upload, also of one that is still arriving. They fail as soon as they are found not to be one file. */
export async function* readUpload(parts: AsyncIterable<FormField | FormFile>): AsyncGenerator<FormField | FormFile> {
  let files = 0;
  for await (const part of parts) {
    if (!('value' in part)) {
      files += 1;
      if (files > 1 || part.name !== 'file') throw refuse();
    }
    yield part;
  }
  if (files === 0) throw refuse();
}

function refuse(): GatewayError {
  const message = '`file` is required: one file, in a multipart form.';
  return new GatewayError('invalid_value', { param: 'file', message });
}
