import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import { FakeExchange, type FakeReply, readAnswer } from '../contract/exchange.tools.spec.js';
import type { FilesRequest, OwnedObjects } from '../exchange.js';
import { makeField, makeFile, makeForm } from '../shared/texts/upload-form.tools.spec.js';
import { FILES } from './files-codec.js';

const FILE = {
  name: 'files/abc',
  displayName: 'a.pdf',
  mimeType: 'application/pdf',
  sizeBytes: '4',
  createTime: '2026-08-02T17:43:56.144000Z',
  expirationTime: '2026-08-04T17:43:55.9Z',
  uri: 'https://provider.test/v1beta/files/abc',
  state: 'ACTIVE',
  source: 'UPLOADED',
};
const SHOWN = {
  id: 'abc',
  object: 'file',
  bytes: 4,
  created_at: 1_785_692_636,
  expires_at: 1_785_865_435,
  filename: 'a.pdf',
  purpose: 'user_data',
  status: 'processed',
};
const STARTED: FakeReply = {
  headers: { 'x-goog-upload-url': 'https://elsewhere.test/upload/v1beta/files?upload_id=u1&upload_protocol=resumable' },
  body: '',
};

/** Objects that one caller made, newest first. */
function ownedBy(ids: string[]): OwnedObjects {
  return {
    findOwn: async (_kind, asked) => new Set(asked.filter((id) => ids.includes(id))),
    list: async (_kind, { after, limit }) =>
      ids.slice(after === undefined ? 0 : ids.indexOf(after) + 1).slice(0, limit),
    add: async (_kind, id) => void ids.unshift(id),
    addFound: async (_kind, found) => void ids.push(...found),
    remove: async (_kind, id) => void ids.splice(ids.indexOf(id), 1),
  };
}

async function ask(request: FilesRequest, ...replies: FakeReply[]) {
  const exchange = new FakeExchange('gemini', 'model', replies);
  FILES.check?.(request, exchange.target);
  const text = (await readAnswer(await FILES.serve(request, exchange))).toString();
  return { text, calls: exchange.calls.map(({ method, path }) => `${method} ${path}`), exchange };
}

const form = (members: Parameters<typeof makeFile>[2] = { filename: 'a.pdf' }) =>
  makeForm([makeField('purpose', 'user_data'), makeFile('file', ['%P', 'DF'], members)]);
const page = (ids: string[], nextPageToken?: string): FakeReply => ({
  body: { files: ids.map((id) => ({ ...FILE, name: `files/${id}` })), nextPageToken },
});

describe('uploads to Gemini', () => {
  it('go in two calls to the upload that the provider began, and never to another host', async () => {
    const ids: string[] = [];
    const { calls, exchange, text } = await ask({ operation: 'create', form: form(), owned: ownedBy(ids) }, STARTED, {
      body: { file: FILE },
    });
    expect(JSON.parse(text)).toEqual(SHOWN);
    expect(calls).toEqual([
      'POST /upload/v1beta/files',
      'POST /upload/v1beta/files?upload_id=u1&upload_protocol=resumable',
    ]);
    expect(exchange.calls[0]).toMatchObject({
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': '4',
        'x-goog-upload-header-content-type': 'application/pdf',
      },
      body: Buffer.from('{"file":{"display_name":"a.pdf"}}'),
    });
    expect(exchange.calls[1]).toMatchObject({
      headers: {
        'x-goog-upload-command': 'upload, finalize',
        'x-goog-upload-offset': '0',
        'content-length': '4',
      },
      body: Buffer.from('%PDF'),
    });
    expect(ids).toEqual(['abc']);
  });

  test.each([
    ['the type of the part', { contentType: 'video/mp4', filename: 'a.pdf' }, 'video/mp4'],
    ['the name, where the part has the general type', { contentType: 'application/octet-stream' }, 'text/csv'],
    ['nothing', { filename: 'x' }, 'application/octet-stream'],
    ['a type that would end the header', { contentType: 'a/b\r\nx-goog-user-project: p' }, 'a/bx-goog-user-project: p'],
  ])('are typed by %s', async (_title, members, type) => {
    const { exchange } = await ask({ operation: 'create', form: form({ filename: 'a.csv', ...members }) }, STARTED, {
      body: { file: FILE },
    });
    expect(exchange.calls[0]?.headers).toMatchObject({ 'x-goog-upload-header-content-type': type });
  });

  it('that fail in the middle are cancelled', async () => {
    const exchange = new FakeExchange('gemini', 'model', [STARTED, { status: 500, body: { error: { code: 500 } } }]);
    await expect(FILES.serve({ operation: 'create', form: form() }, exchange)).rejects.toMatchObject({ status: 500 });
    expect(exchange.cleanups).toMatchObject([
      {
        path: '/upload/v1beta/files?upload_id=u1&upload_protocol=resumable',
        headers: { 'x-goog-upload-command': 'cancel' },
      },
    ]);
  });

  it('that cannot be recorded are deleted', async () => {
    const owned = { ...ownedBy([]), add: () => Promise.reject(new Error('away')) };
    const exchange = new FakeExchange('gemini', 'model', [STARTED, { body: { file: FILE } }]);
    await expect(FILES.serve({ operation: 'create', form: form(), owned }, exchange)).rejects.toThrow('away');
    expect(exchange.cleanups).toMatchObject([{ method: 'DELETE', path: '/v1beta/files/abc' }]);
  });

  test.each<[string, FakeReply[]]>([
    ['no address', [{ body: '' }]],
    ['what is no address', [{ headers: { 'x-goog-upload-url': '/x' }, body: '' }]],
    ['no file', [STARTED, { body: { status: 'ok' } }]],
    ['a file without a name', [STARTED, { body: { file: {} } }]],
  ])('that are answered with %s fail', async (_title, replies) => {
    await expect(ask({ operation: 'create', form: form() }, ...replies)).rejects.toMatchObject({
      code: 'provider_error',
    });
  });

  test.each([
    ['no file', makeForm([])],
    ['a file in another part', makeForm([makeFile('other', ['x'])])],
    ['two files', makeForm([makeFile('file', ['x']), makeFile('b', ['x'])])],
  ])('with %s are rejected', async (_title, wrong) => {
    await expect(ask({ operation: 'create', form: wrong })).rejects.toMatchObject({
      code: 'invalid_value',
      param: 'file',
    });
  });

  test.each<[string, FilesRequest]>([
    ['order', { operation: 'list', query: { order: 'asc' } }],
    ['expires_after', { operation: 'create', form: makeForm([makeField('expires_after[seconds]', '60')]) }],
  ])('and lists reject `%s` by its name', async (param, request) => {
    await expect(ask(request)).rejects.toMatchObject({ code: 'unsupported_parameter', param });
  });
});

describe('files of Gemini', () => {
  test.each([
    ['PROCESSING', { status: 'uploaded' }],
    ['ACTIVE', { status: 'processed' }],
    ['FAILED', { status: 'error', status_details: 'no video' }],
  ])('in the state %s are shown with the reference’s word', async (state, shown) => {
    const { calls, text } = await ask(
      { operation: 'retrieve', file_id: 'abc' },
      { body: { ...FILE, state, error: { code: 3, message: 'no video' } } },
    );
    expect(JSON.parse(text)).toEqual({ ...SHOWN, ...shown });
    expect(calls).toEqual(['GET /v1beta/files/abc']);
  });

  it('that were uploaded are not downloaded', async () => {
    await expect(ask({ operation: 'content', file_id: 'abc' }, { body: FILE })).rejects.toMatchObject({
      code: 'provider_rejected_request',
      param: 'file_id',
    });
  });

  it('made by the provider are downloaded', async () => {
    const made = { ...FILE, source: 'GENERATED', downloadUri: 'https://elsewhere.test/x' };
    const { calls, text } = await ask({ operation: 'content', file_id: 'abc' }, { body: made }, { body: 'bytes' });
    expect([text, calls[1]]).toEqual(['bytes', 'GET /v1beta/files/abc:download?alt=media']);
  });

  it('are deleted, and forgotten', async () => {
    const ids = ['abc', 'other'];
    const { text } = await ask({ operation: 'delete', file_id: 'abc', owned: ownedBy(ids) }, { body: {} });
    expect(JSON.parse(text)).toEqual({ id: 'abc', object: 'file', deleted: true });
    expect(ids).toEqual(['other']);
  });

  test.each(['retrieve', 'content', 'delete'] as const)('that are there no more are 404 to %s', async (operation) => {
    await expect(ask({ operation, file_id: 'x' }, { status: 404, body: {} })).rejects.toMatchObject({
      code: 'not_found',
      param: 'file_id',
    });
  });
});

describe('lists of Gemini’s files', () => {
  const list = async (query: Record<string, string>, own: string[] | undefined, ...replies: FakeReply[]) => {
    const { calls, text } = await ask({ operation: 'list', query, ...(own && { owned: ownedBy(own) }) }, ...replies);
    const { data, has_more: hasMore } = JSON.parse(text);
    return { calls, ids: data.map(({ id }: { id: string }) => id), hasMore };
  };

  it('show the caller’s own over several pages', async () => {
    expect(await list({}, ['b', 'd'], page(['a', 'b'], 't1'), page(['c', 'd'], 't2'))).toEqual({
      calls: ['GET /v1beta/files?pageSize=100', 'GET /v1beta/files?pageSize=100&pageToken=t1'],
      ids: ['b', 'd'],
      hasMore: false,
    });
  });

  test.each([
    ['in the middle of a page', page(['a', 'b', 'c'], 't1'), page(['d'])],
    ['at the end of a page', page(['a', 'b'], 't1'), page(['c', 'd'])],
  ])('continue behind a file %s', async (_title, ...pages) => {
    expect(await list({ after: 'b' }, ['a', 'b', 'd'], ...pages)).toMatchObject({ ids: ['d'], hasMore: false });
  });

  it('continue through all files, one by one, in an account that is shared', async () => {
    const pages = () => [page(['a', 'b'], 't1'), page(['c'])];
    const seen: string[] = [];
    for (let more = true, after: string | undefined; more && seen.length < 9; after = seen.at(-1)) {
      const given = await list(
        { limit: '1', ...(after && { after }) },
        undefined,
        ...(after ? pages() : [page(['a'], 't')]),
      );
      seen.push(...given.ids);
      more = given.hasMore;
    }
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('behind a file that is there no more are 404', async () => {
    await expect(list({ after: 'gone' }, ['gone', 'a'], page(['a']))).rejects.toMatchObject({
      code: 'not_found',
      param: 'after',
    });
  });

  it('are empty if the account is, or another purpose is asked for', async () => {
    expect(await list({}, undefined, { body: {} })).toMatchObject({ ids: [], hasMore: false });
    expect(await list({ purpose: 'batch' }, ['a'])).toEqual({ calls: [], ids: [], hasMore: false });
  });

  it('that cannot be read fail', async () => {
    await expect(list({}, undefined, { body: { files: 'x' } })).rejects.toMatchObject({ code: 'provider_error' });
  });
});

interface Recorded {
  readonly meta: {
    readonly method: string;
    readonly url: string;
    readonly status: number;
    readonly request_headers: Readonly<Record<string, string>>;
    readonly response_headers: Readonly<Record<string, string>>;
  };
  readonly response: unknown;
}

/** The calls that were recorded beside the project, by case. */
const RECORDED = listFolders().map((folder): readonly [string, readonly Recorded[]] => [
  basename(folder),
  readdirSync(folder)
    .filter((file) => file.startsWith('meta.'))
    .sort()
    .map((file) => {
      const number = file.split('.')[1] ?? '';
      const answer = join(folder, `response.${number}.json`);
      return {
        meta: JSON.parse(readFileSync(join(folder, file), 'utf8')),
        response: existsSync(answer) ? JSON.parse(readFileSync(answer, 'utf8')) : '',
      };
    }),
]);

function listFolders(): string[] {
  const all = join(SHARED_FIXTURES_BEYOND_TEXT, 'files-gemini');
  return existsSync(all) ? readdirSync(all).map((name) => join(all, name)) : [];
}

/** Holds if there are no recordings. */
const OWN: readonly Recorded[] = [
  {
    meta: {
      method: 'POST',
      url: 'https://x.test/upload/v1beta/files',
      status: 200,
      request_headers: { 'x-goog-upload-command': 'start' },
      response_headers: { 'x-goog-upload-url': 'https://x.test/upload/v1beta/files?upload_id=1' },
    },
    response: '',
  },
  {
    meta: {
      method: 'POST',
      url: 'https://x.test/upload/v1beta/files?upload_id=1',
      status: 200,
      request_headers: { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
      response_headers: {},
    },
    response: { file: FILE },
  },
];

const replyOf = ({ meta, response }: Recorded): FakeReply => ({
  status: meta.status,
  headers: meta.response_headers,
  body: response,
});

async function replayUpload(start: Recorded, upload: Recorded): Promise<void> {
  const { exchange, text } = await ask({ operation: 'create', form: form() }, replyOf(start), replyOf(upload));
  for (const [index, { meta }] of [start, upload].entries()) {
    const call = exchange.calls[index];
    expect([call?.method, call?.path.split('?')[0]]).toEqual([meta.method, new URL(meta.url).pathname]);
    const needed = Object.entries(meta.request_headers).filter(([name]) => /upload-(command|offset)/.test(name));
    expect(call?.headers).toMatchObject(Object.fromEntries(needed));
  }
  const { file } = upload.response as { file: { name: string; sizeBytes: string } };
  expect(JSON.parse(text)).toMatchObject({ id: file.name.slice('files/'.length), bytes: Number(file.sizeBytes) });
}

async function replay(call: Recorded): Promise<void> {
  const { pathname } = new URL(call.meta.url);
  const [, id] = /\/files\/(.+)$/.exec(pathname) ?? [];
  const operation = call.meta.method === 'DELETE' ? 'delete' : id === undefined ? 'list' : 'retrieve';
  const { calls, text } = await ask({ operation, ...(id && { file_id: id }) }, replyOf(call));
  expect(calls.map((each) => each.split('?')[0])).toEqual([`${call.meta.method} ${pathname}`]);
  const shown = JSON.parse(text);
  if (operation === 'list') expect(shown.data).toHaveLength((call.response as { files: [] }).files.length);
  else expect(shown).toMatchObject({ id, object: 'file' });
}

describe('recorded files of Gemini', () => {
  it.each([['own', OWN] as const, ...RECORDED])(
    '%s: the same calls are made, and the answers read',
    async (_title, [start, upload, ...others]) => {
      if (!start || !upload) throw new Error('a case begins with an upload');
      await replayUpload(start, upload);
      for (const call of others) await replay(call);
    },
  );
});
