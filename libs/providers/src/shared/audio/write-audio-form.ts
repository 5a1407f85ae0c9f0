import type { FormFile } from '@multilane/contracts';
import { composeForm, formField, type WrittenForm } from '../texts/write-form.js';
import { sniffAudio } from './sniff-audio.js';

/** A field of a form; undefined values are left out. */
export type Field = readonly [name: string, value: string | number | boolean | undefined];

/**
 * A multipart form with one sound behind the fields, in the part `file`. It is read as the form is sent. Its type is what its first
 * bytes say it is, and it gets a name where it has none.
 */
export async function writeAudioForm(fields: readonly Field[], file: FormFile, seed: string): Promise<WrittenForm> {
  const type = sniffAudio(await file.peek());
  const given = fields.filter(([, value]) => value !== undefined);
  const sound: FormFile = {
    name: 'file',
    filename: file.filename || `audio.${type?.extension ?? 'bin'}`,
    contentType: type?.contentType ?? file.contentType ?? 'application/octet-stream',
    size: file.size,
    peek: () => file.peek(),
    open: () => file.open(),
  };
  return composeForm([...given.map(([name, value]) => formField(name, String(value))), sound], seed);
}
