import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import type { FilesRequest, OwnedObjects } from '../exchange.js';
import { getAdapter } from '../registry.js';
import { makeField, makeFile, makeForm } from '../shared/texts/upload-form.tools.spec.js';
import { FakeExchange, type FakeReply, readAnswer } from './exchange.tools.spec.js';

/** Objects that one caller made, newest first. */
function ownedBy(ids: string[]): OwnedObjects & { readonly ids: string[] } {
  return {
    ids,
    findOwn: async (_kind, asked) => new Set(asked.filter((id) => ids.includes(id))),
    list: async (_kind, { after, limit }) =>
      ids.slice(after === undefined ? 0 : ids.indexOf(after) + 1).slice(0, limit),
    add: async (_kind, id) => void ids.unshift(id),
    addFound: async (_kind, found) => void ids.push(...found),
    remove: async (_kind, id) => void ids.splice(ids.indexOf(id), 1),
  };
}

async function ask(kind: ProviderKind, request: FilesRequest, ...replies: FakeReply[]) {
  const codec = getAdapter(kind)?.exchanges?.files;
  if (!codec) throw new Error(`${kind} has no files`);
  const exchange = new FakeExchange(kind, 'model', replies);
  codec.check?.(request, exchange.target);
  const text = (await readAnswer(await codec.serve(request, exchange))).toString();
  return { text, calls: exchange.calls.map(({ method, path }) => `${method} ${path}`), exchange };
}

const form = () => makeForm([makeField('purpose', 'user_data'), makeFile('file', ['%PDF'], { filename: 'a"b.pdf' })]);
const page = (ids: string[], hasMore = false): FakeReply => ({
  body: { data: ids.map((id) => ({ id })), has_more: hasMore },
});

describe('lists of what a caller stored in a shared account', () => {
  const list = (owned: OwnedObjects, query: Record<string, string>, ...replies: FakeReply[]) =>
    ask('openai', { operation: 'list', owned, query }, ...replies).then(({ calls, text }) => ({
      calls,
      list: JSON.parse(text),
    }));

  it('ask the provider nothing for somebody who has stored nothing', async () => {
    expect(await list(ownedBy([]), {})).toEqual({
      calls: [],
      list: { object: 'list', data: [], first_id: null, last_id: null, has_more: false },
    });
  });

  it('leave out the objects of others, and stop once everything was found', async () => {
    const { calls, list: found } = await list(
      ownedBy(['b', 'd']),
      { purpose: 'batch' },
      page(['a', 'b', 'c', 'd', 'e'], true),
    );
    expect(found).toMatchObject({ data: [{ id: 'b' }, { id: 'd' }], first_id: 'b', last_id: 'd', has_more: false });
    expect(calls).toEqual(['GET /files?purpose=batch&limit=1000']);
  });

  it('continue over pages of others, and say that there is more', async () => {
    const { calls, list: found } = await list(
      ownedBy(['b', 'd', 'f']),
      { limit: '2' },
      page(['a', 'b'], true),
      page(['c', 'd'], true),
      page(['e', 'f'], true),
    );
    expect(found).toMatchObject({ data: [{ id: 'b' }, { id: 'd' }], has_more: true });
    expect(calls[1]).toBe('GET /files?limit=1000&after=b');
  });

  it('among a million objects of others read five pages, and ask for the rest one by one', async () => {
    const pages = [1, 2, 3, 4, 5].map((number) => page([`other-${number}`], true));
    const { calls, list: found } = await list(
      ownedBy(['x', 'gone', 'y']),
      {},
      ...pages,
      { body: { id: 'x' } },
      { status: 404, body: {} },
      { body: { id: 'y' } },
    );
    expect(found).toMatchObject({ data: [{ id: 'x' }, { id: 'y' }], has_more: false });
    expect(calls.slice(5)).toEqual(['GET /files/x', 'GET /files/gone', 'GET /files/y']);
  });

  it('at a provider that knows no pages continue behind the id all the same', async () => {
    const { list: found } = await list(ownedBy(['a', 'b', 'c']), { after: 'a', limit: '1' }, page(['a', 'b', 'c']));
    expect(found).toMatchObject({ data: [{ id: 'b' }], has_more: true });
  });

  it('are the provider’s own where the account is shared', async () => {
    const { calls, text } = await ask(
      'openai',
      { operation: 'list', query: { limit: '2', after: 'x' } },
      page(['a', 'b'], true),
    );
    expect(JSON.parse(text)).toMatchObject({ data: [{ id: 'a' }, { id: 'b' }], has_more: true });
    expect(calls).toEqual(['GET /files?limit=2&after=x']);
  });
});

describe('files of Anthropic in the reference’s shape', () => {
  const FILE = {
    type: 'file',
    id: 'file_1',
    size_bytes: 4,
    created_at: '2026-08-02T17:43:56.144000Z',
    filename: 'a.pdf',
    mime_type: 'application/pdf',
    downloadable: false,
  };
  const SHOWN = {
    id: 'file_1',
    object: 'file',
    bytes: 4,
    created_at: 1_785_692_636,
    expires_at: null,
    filename: 'a.pdf',
    purpose: 'user_data',
    status: 'processed',
  };

  it('are uploaded without the purpose, and recorded', async () => {
    const owned = ownedBy([]);
    const { calls, exchange, text } = await ask(
      'anthropic',
      { operation: 'create', form: form(), owned },
      { body: FILE },
    );
    expect(JSON.parse(text)).toEqual(SHOWN);
    expect(owned.ids).toEqual(['file_1']);
    expect(calls).toEqual(['POST /v1/files']);
    expect(exchange.calls[0]?.headers).toMatchObject({ 'anthropic-beta': 'files-api-2025-04-14' });
    const sent = String(exchange.calls[0]?.body);
    expect(sent).toContain('%PDF');
    expect(sent).not.toContain('purpose');
  });

  it('are listed with its own cursor, described and deleted', async () => {
    const owned = ownedBy(['file_0', 'file_1']);
    const listed = await ask(
      'anthropic',
      { operation: 'list', owned, query: { after: 'file_0' } },
      { body: { data: [FILE, { ...FILE, id: 'file_other' }], has_more: false } },
    );
    expect(JSON.parse(listed.text).data).toEqual([SHOWN]);
    expect(listed.calls).toEqual(['GET /v1/files?limit=1000&after_id=file_0']);
    const shown = await ask('anthropic', { operation: 'retrieve', file_id: 'file_1' }, { body: FILE });
    expect(JSON.parse(shown.text)).toEqual(SHOWN);
    const deleted = await ask(
      'anthropic',
      { operation: 'delete', file_id: 'file_1', owned },
      { body: { id: 'file_1', type: 'file_deleted' } },
    );
    expect(JSON.parse(deleted.text)).toEqual({ id: 'file_1', object: 'file', deleted: true });
    expect(owned.ids).toEqual(['file_0']);
  });

  it.each<[string, FilesRequest]>([
    ['order', { operation: 'list', query: { order: 'asc' } }],
    ['expires_after', { operation: 'create', form: makeForm([makeField('expires_after[seconds]', '60')]) }],
  ])('%s is rejected by its name', async (param, request) => {
    await expect(ask('anthropic', request)).rejects.toMatchObject({ code: 'unsupported_parameter', param });
  });

  it('are there only for models beyond the reference', () => {
    expect(getAdapter('anthropic')?.exchanges?.files?.isBeyondReference).toBe(true);
    expect(getAdapter('openai')?.exchanges?.files?.isBeyondReference).toBeUndefined();
  });
});

describe.each(['openai', 'anthropic'] as const)('files at %s', (kind) => {
  it('that are there no more are 404 with the field’s name', async () => {
    for (const operation of ['retrieve', 'content', 'delete'] as const) {
      const asked = ask(kind, { operation, file_id: 'f' }, { status: 404, body: { error: { message: 'gone' } } });
      await expect(asked).rejects.toMatchObject({ code: 'not_found', param: 'file_id' });
    }
  });

  it('that cannot be recorded are deleted', async () => {
    const owned = { ...ownedBy([]), add: () => Promise.reject(new Error('away')) };
    const codec = getAdapter(kind)?.exchanges?.files;
    const exchange = new FakeExchange(kind, 'model', [{ body: { id: 'file_1', filename: 'x' } }]);
    await expect(codec?.serve({ operation: 'create', form: form(), owned }, exchange)).rejects.toThrow('away');
    expect(exchange.cleanups.map(({ method, path }) => [method, path.replace('/v1', '')])).toEqual([
      ['DELETE', '/files/file_1'],
    ]);
  });

  it('need exactly one file, in the part `file`', async () => {
    for (const wrong of [
      makeForm([]),
      makeForm([makeFile('other', ['x'])]),
      makeForm([makeFile('file', ['x']), makeFile('b', ['x'])]),
    ]) {
      await expect(ask(kind, { operation: 'create', form: wrong })).rejects.toMatchObject({
        code: 'invalid_value',
        param: 'file',
      });
    }
  });
});
