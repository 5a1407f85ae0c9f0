import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { makeField, makeFile, makeForm, readBody } from './upload-form.tools.spec.js';
import { writeForm } from './write-form.js';

const CHANGES = { set: { model: 'up' } };

describe('writeForm', () => {
  test('sends every part in its order with its own name, filename and content type, and the model under its own name', async () => {
    const form = makeForm([
      makeField('prompt', 'Größe ☂'),
      makeFile('image[0]', ['\x89PNG', '\r\n--'], { filename: '../a".png', contentType: 'image/png' }),
      makeField('model', 'alias'),
      makeFile('image[]', [''], { filename: '' }),
    ]);
    const { body, headers } = await writeForm(form, CHANGES, 'seed');
    const text = await readBody(body);
    expect(headers).toEqual({
      'content-type': 'multipart/form-data; boundary=multilane-seed',
      'content-length': String(text.length),
    });
    expect(Buffer.from(text, 'latin1').toString('utf8').split('\r\n')).toEqual(
      Buffer.from(
        [
          '--multilane-seed',
          'Content-Disposition: form-data; name="prompt"',
          '',
          Buffer.from('Größe ☂').toString('latin1'),
          '--multilane-seed',
          'Content-Disposition: form-data; name="image[0]"; filename="../a%22.png"',
          'Content-Type: image/png',
          '',
          '\x89PNG',
          '--',
          '--multilane-seed',
          'Content-Disposition: form-data; name="model"',
          '',
          'up',
          '--multilane-seed',
          'Content-Disposition: form-data; name="image[]"; filename=""',
          '',
          '',
          '--multilane-seed--',
          '',
        ].join('\r\n'),
        'latin1',
      )
        .toString('utf8')
        .split('\r\n'),
    );
  });

  test('adds what the form lacks, and leaves out what is not wanted', async () => {
    const form = makeForm([makeField('response_format', 'url'), makeField('n', '1')]);
    const changes = { set: { model: 'up', prompt: 'p' }, omit: new Set(['response_format']) };
    const text = await readBody((await writeForm(form, changes, 's')).body);
    expect([...text.matchAll(/name="(\w+)"\r\n\r\n(.*)/g)].map(([, name, value]) => [name, value])).toEqual([
      ['n', '1'],
      ['model', 'up'],
      ['prompt', 'p'],
    ]);
  });

  test.each([
    ['two models', [makeField('model', 'a'), makeFile('file', ['x']), makeField('model', 'b')]],
    ['a second model in disguise', [makeField('model', 'a'), makeField('mo\\del', 'b')]],
    ['a second model behind a space', [makeField('model', 'a'), makeField(' model', 'b')]],
    ['a model that is a file', [makeField('model', 'a'), makeFile('model', ['b'])]],
  ])('fails for %s, whole or still arriving: only the one that was authorised is sent', async (_name, parts) => {
    const problem = { code: 'invalid_value', param: 'model' };
    await expect(writeForm(makeForm(parts), CHANGES, 's')).rejects.toMatchObject(problem);
    const { body } = await writeForm(makeForm(parts, false), CHANGES, 's');
    await expect(readBody(body)).rejects.toMatchObject(problem);
  });

  test('a form that is still arriving is sent without a length, and so is one with a file of unknown size', async () => {
    const parts = [makeField('model', 'a'), makeFile('file', ['x'], { size: undefined })];
    expect((await writeForm(makeForm(parts), CHANGES, 's')).headers['content-length']).toBeUndefined();
    expect((await writeForm(makeForm(parts, false), CHANGES, 's')).headers['content-length']).toBeUndefined();
  });

  test('no name, filename or content type can end its header', async () => {
    const hostile = fc.string({ unit: fc.constantFrom('"', '\r', '\n', '\\', ';', '\0', 'ü', 'a') });
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (name, filename, contentType) => {
        const form = makeForm([makeFile(name, ['BODY'], { filename, contentType })]);
        const { body, headers } = await writeForm(form, { set: {} }, 's');
        const text = await readBody(body);
        expect(headers['content-length']).toBe(String(text.length));
        const [head = '', rest] = text.split('\r\n\r\n');
        expect(rest).toBe('BODY\r\n--multilane-s--\r\n');
        const lines = head.split('\r\n');
        expect(lines).toHaveLength(3);
        expect(lines[1]?.match(/"/g)).toHaveLength(4);
        expect(head.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/);
      }),
    );
  });
});
