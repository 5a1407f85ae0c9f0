import { describe, expect, test } from '@jest/globals';
import type { FormField, FormFile } from '@multilane/contracts';
import { makeField, makeFile, makeForm } from '../texts/upload-form.tools.spec.js';
import { findUpload, readUpload } from './find-upload.js';

const FILE = makeFile('file', ['a']);

async function readAll(parts: readonly (FormField | FormFile)[]): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of readUpload(makeForm([...parts]).parts())) names.push(name);
  return names;
}

describe('an upload', () => {
  test('has one file, and further fields as they came', async () => {
    const parts = [makeField('purpose', 'batch'), makeField('tag', '1'), makeField('tag', '2'), FILE];
    expect(await readAll(parts)).toEqual(['purpose', 'tag', 'tag', 'file']);
    expect(await findUpload(makeForm(parts))).toMatchObject({ name: 'file' });
  });

  test.each([
    ['no file', [makeField('purpose', 'batch')], 'file'],
    ['two files', [FILE, FILE], 'file'],
    ['a file of another name', [makeFile('document', ['a'])], 'file'],
    ['two purposes', [makeField('purpose', 'batch'), FILE, makeField('purpose', 'user_data')], 'purpose'],
    ['the same purpose twice', [makeField('purpose', 'batch'), makeField('purpose', 'batch'), FILE], 'purpose'],
    [
      'two ends',
      [makeField('expires_after[seconds]', '3600'), makeField('expires_after[seconds]', '7200'), FILE],
      'expires_after[seconds]',
    ],
  ])('is rejected with %s', async (_what, parts, param) => {
    await expect(readAll(parts)).rejects.toMatchObject({ code: 'invalid_value', param });
    await expect(findUpload(makeForm([...parts]))).rejects.toMatchObject({ code: 'invalid_value', param });
  });
});
