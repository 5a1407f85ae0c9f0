import { describe, expect, test } from '@jest/globals';
import { FakeExchange, readAnswer } from '../../contract/exchange.tools.spec.js';
import type { FilesRequest } from '../../exchange.js';
import { makeField, makeFile, makeForm } from '../../shared/texts/upload-form.tools.spec.js';
import { createSimulatedFiles } from './simulate-files.js';

const formOf = (
  bytes: Uint8Array,
  filename = 'a.jsonl',
  fields: readonly (readonly [string, string])[] = [['purpose', 'user_data']],
) =>
  makeForm([
    ...fields.map(([name, value]) => makeField(name, value)),
    makeFile('file', [Buffer.from(bytes).toString('latin1')], { filename }),
  ]);

function setUp() {
  const codec = createSimulatedFiles();
  let uploads = 0;
  const ask = async (request: FilesRequest, created?: number) => {
    uploads += 1;
    const exchange = Object.assign(new FakeExchange('simulator', 'simulator', []), {
      idSeed: `seed-${uploads}`,
      ...(created !== undefined && { created }),
    });
    const answer = await codec.serve(request, exchange);
    return { answer, bytes: await readAnswer(answer) };
  };
  const json = async (request: FilesRequest) => JSON.parse((await ask(request)).bytes.toString());
  const upload = (bytes: Uint8Array, filename = 'a.jsonl') =>
    json({ operation: 'create', form: formOf(bytes, filename) });
  return { ask, json, upload };
}

describe('the files of the simulator', () => {
  test('are stored, described, read and removed', async () => {
    const { ask, json, upload } = setUp();
    const file = await upload(Buffer.from('{"a":1}'));
    expect(file).toEqual({
      ...{ id: expect.stringMatching(/^file-[0-9a-f]{24}$/), object: 'file', bytes: 7, created_at: 1_700_000_000 },
      ...{ filename: 'a.jsonl', purpose: 'user_data', status: 'processed' },
    });
    const { id } = file;
    expect(await json({ operation: 'retrieve', file_id: id })).toEqual(file);
    expect((await ask({ operation: 'content', file_id: id })).bytes.toString()).toBe('{"a":1}');
    expect(await json({ operation: 'delete', file_id: id })).toEqual({ id, object: 'file', deleted: true });
    await expect(ask({ operation: 'retrieve', file_id: id })).rejects.toMatchObject({ status: 404, param: 'file_id' });
  });

  test.each([
    ['a purpose that the reference does not have', [['purpose', 'cats']], 'purpose'],
    ['no purpose', [], 'purpose'],
    ['an upload for results of batches', [['purpose', 'batch_output']], 'purpose'],
    [
      'two purposes',
      [
        ['purpose', 'user_data'],
        ['purpose', 'batch'],
      ],
      'purpose',
    ],
    [
      'an expiry within the hour',
      [
        ['purpose', 'user_data'],
        ['expires_after[anchor]', 'created_at'],
        ['expires_after[seconds]', '3599'],
      ],
      'expires_after[seconds]',
    ],
    [
      'an expiry without its anchor',
      [
        ['purpose', 'user_data'],
        ['expires_after[seconds]', '3600'],
      ],
      'expires_after[anchor]',
    ],
  ] as const)('reject %s', async (_what, fields, param) => {
    const form = formOf(Buffer.from('a'), 'a.jsonl', fields);
    await expect(setUp().ask({ operation: 'create', form })).rejects.toMatchObject({ code: 'invalid_value', param });
  });

  test('are gone when they expire', async () => {
    const { ask, json } = setUp();
    const fields = [
      ['purpose', 'user_data'],
      ['expires_after[anchor]', 'created_at'],
      ['expires_after[seconds]', '3600'],
    ] as const;
    const form = formOf(Buffer.from('a'), 'a.jsonl', fields);
    const { id, ...file } = await json({ operation: 'create', form });
    expect(file).toMatchObject({ created_at: 1_700_000_000, expires_at: 1_700_003_600 });
    expect(await json({ operation: 'retrieve', file_id: id })).toMatchObject({ id });
    const later = ask({ operation: 'retrieve', file_id: id }, 1_700_003_600);
    await expect(later).rejects.toMatchObject({ code: 'not_found' });
  });

  test('are listed page by page, the youngest first', async () => {
    const { json, upload } = setUp();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await upload(Buffer.from(name))).id);
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    const first = await json({ operation: 'list', query: { limit: '2' } });
    expect([idsOf(first), first.has_more]).toEqual([[ids[2], ids[1]], true]);
    expect(idsOf(await json({ operation: 'list', query: { limit: '2', after: first.last_id } }))).toEqual([ids[0]]);
    expect(idsOf(await json({ operation: 'list', query: { order: 'asc' } }))).toEqual(ids);
    expect(idsOf(await json({ operation: 'list', query: { purpose: 'batch' } }))).toEqual([]);
  });

  test('are bounded: one is 8 MB at most, and the oldest make room for others', async () => {
    const { ask, upload } = setUp();
    await expect(upload(Buffer.alloc(8 * 1024 * 1024 + 1))).rejects.toMatchObject({ code: 'payload_too_large' });
    const [first] = [await upload(Buffer.from('oldest'))];
    for (let count = 0; count < 8; count += 1) await upload(Buffer.alloc(8 * 1024 * 1024));
    await expect(ask({ operation: 'retrieve', file_id: first.id })).rejects.toMatchObject({ status: 404 });
  });

  test('in one store are not those of another', async () => {
    const { id } = await setUp().upload(Buffer.from('a'));
    await expect(setUp().ask({ operation: 'content', file_id: id })).rejects.toMatchObject({ status: 404 });
  });
});
