import { describe, expect, test } from '@jest/globals';
import type { FilesRequest } from '../../exchange.js';
import { FakeExchange, fakeForm, readAnswer } from '../../exchange.tools.spec.js';
import { createSimulatedFiles } from './simulate-files.js';

function setUp() {
  const codec = createSimulatedFiles();
  let uploads = 0;
  const ask = async (request: FilesRequest) => {
    uploads += 1;
    const exchange = Object.assign(new FakeExchange('simulator', 'simulator', []), { idSeed: `seed-${uploads}` });
    const answer = await codec.serve(request, exchange);
    return { answer, bytes: await readAnswer(answer) };
  };
  const json = async (request: FilesRequest) => JSON.parse((await ask(request)).bytes.toString());
  const upload = (bytes: Uint8Array, filename = 'a.jsonl') =>
    json({ operation: 'create', form: fakeForm(bytes, { filename }) });
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

  test('of one store are not those of another', async () => {
    const { id } = await setUp().upload(Buffer.from('a'));
    await expect(setUp().ask({ operation: 'content', file_id: id })).rejects.toMatchObject({ status: 404 });
  });
});
