import type { FormFile, UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

/** The file of an upload whose form is whole. Throws a `GatewayError` where there is none, or more than one. */
export async function findUpload(form: UploadForm | undefined): Promise<FormFile> {
  const files: FormFile[] = [];
  for await (const part of form?.parts() ?? []) if (!('value' in part)) files.push(part);
  const [file] = files;
  if (file === undefined || files.length > 1 || file.name !== 'file') {
    throw new GatewayError('invalid_value', {
      param: 'file',
      message: '`file` is required: one file, in a multipart form.',
    });
  }
  return file;
}
