import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import { type HttpAnswer, vectorDatabaseInTurn, waitUntil } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  type Send,
  startTestWorkspace,
  type TestWorkspace,
} from '../start-test-workspace.js';

const kind = vectorDatabaseInTurn(import.meta.filename);

const fetched = (text: string) => ({
  name: 'page',
  contentType: 'text/html',
  bytes: text.length,
  sha256: Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64),
  etag: null,
  lastModified: null,
});
const UNLIMITED = { bytes: 1e12, chunks: 1e12 };
const END = { chunkCount: 3, generation: 1, dimensions: 4, language: 'en' };

describe('the ingest of addresses', () => {
  let workspace: TestWorkspace;
  let queues: JobQueues;
  let owner: Send;
  let kbId: string;
  /** Plays the worker: what the bytes of each address are; undefined fails it. */
  const pages = new Map<string, string>();
  const refreshed: string[] = [];
  /** The pages of feeds and sitemaps. */
  const lists = new Map<string, string[]>();

  const json = <Body = Record<string, unknown>>(answer: HttpAnswer) => answer.json() as Body;
  const ingest = (url: string, more: object = {}, by = owner) =>
    by('POST /w/ingest/url', { kb_id: kbId, url, ...more });

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const { database } = workspace;
    owner = (await workspace.signIn()).send;
    kbId = json<{ id: string }>(await owner('POST /w/kb', { name: 'base' })).id;
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: undefined },
      onProblem: () => undefined,
    });
    queues.work('knowledge.ingest', { concurrency: 2, onPoisoned: async () => undefined }, async ({ data }) => {
      const { knowledgeWork: work } = database;
      const document = await work.take(data.document_id);
      if (document === undefined) return;
      const page = pages.get(document.sourceId ?? '');
      if (page === undefined) {
        await work.fail(document, 'source_status', 'The server answered with status 404. Check the address.');
        return;
      }
      const kept = await work.storeFetched(document, fetched(page), UNLIMITED, async () => undefined);
      if (kept === document.id) await work.finish(document, END);
    });
    queues.work('knowledge.list_pages', { concurrency: 1 }, async ({ data: { question_id: id, sealed } }) => {
      const asked = JSON.parse(database.knowledge.openText(sealed, `question ${id}`));
      if (asked.url.endsWith('/page')) {
        return { outcome: 'refused', code: 'source_unreadable', message: 'No list.', param: 'url' } as const;
      }
      const answer = { pages: lists.get(asked.url)?.slice(0, asked.most) ?? [], complete: false };
      return {
        outcome: 'answered',
        sealed: database.knowledge.sealText(JSON.stringify(answer), `answer ${id}`),
      } as const;
    });
    queues.work('knowledge.refresh', { concurrency: 1, onPoisoned: async () => undefined }, async ({ data }) => {
      refreshed.push(data.document_id);
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await queues?.close();
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('answers 201 with the document when it is ready', async () => {
    pages.set('https://example.com/a', 'page a');
    const answer = await ingest('https://example.com/a', { refresh_every_hours: 24 });
    expect([answer.status, json(answer)]).toEqual([
      201,
      {
        id: expect.any(String),
        kb_id: kbId,
        name: 'page',
        chunk_count: 3,
        sha256: fetched('page a').sha256,
        source_id: 'https://example.com/a',
      },
    ]);
  });

  it('answers an address that is there with its document, and has it fetched again', async () => {
    pages.set('https://example.com/b', 'page b');
    const { id } = json<{ id: string }>(await ingest('https://example.com/b'));
    const again = await ingest('https://example.com/b');
    expect([again.status, json(again).id]).toEqual([201, id]);
    const asked = await owner(`POST /w/kb/${kbId}/documents/${id}/refresh`);
    expect([asked.status, json(asked).id]).toEqual([202, id]);
  });

  it('shows when an address is fetched again, and changes it for one that is there', async () => {
    const url = 'https://example.com/scheduled';
    pages.set(url, 'page scheduled');
    const { id } = json<{ id: string }>(await ingest(url, { refresh_every_hours: 24 }));
    const read = async () => {
      const { next_refresh_at: next, refresh_every_hours: hours } = json<Record<string, string | number | null>>(
        await owner(`GET /w/kb/${kbId}/documents/${id}`),
      );
      return [hours, next === null ? null : Math.round((Date.parse(String(next)) - Date.now()) / 3_600_000)];
    };
    expect(await read()).toEqual([24, 24]);
    expect((await ingest(url)).status).toBe(201);
    expect(await read()).toEqual([24, 24]);
    expect((await ingest(url, { refresh_every_hours: 5 })).status).toBe(201);
    expect(await read()).toEqual([5, 5]);
    expect((await ingest(url, { refresh_every_hours: null })).status).toBe(201);
    expect(await read()).toEqual([null, null]);
  });

  it('lets a document be fetched again twice a minute, and says when it may be again', async () => {
    pages.set('https://example.com/often', 'page often');
    const { id } = json<{ id: string }>(await ingest('https://example.com/often'));
    const path = `POST /w/kb/${kbId}/documents/${id}/refresh`;
    const answers = [await owner(path), await owner(path), await owner(path)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(json(answers[2] as HttpAnswer)).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
    // To ingest it once more answers what is there.
    expect((await ingest('https://example.com/often')).status).toBe(201);
    await waitUntil('the jobs', async () => (refreshed.filter((each) => each === id).length === 2 ? true : undefined));
  });

  it('answers the same bytes behind another address with the document that is there', async () => {
    pages.set('https://example.com/c', 'the same');
    pages.set('https://example.com/d', 'the same');
    const first = json<{ id: string }>(await ingest('https://example.com/c'));
    const second = await ingest('https://example.com/d');
    expect([second.status, json(second).id]).toEqual([201, first.id]);
  });

  it('answers 422 with the reason where an address cannot be read, and tries again when it is asked again', async () => {
    const answer = await ingest('https://example.com/e');
    expect([answer.status, json(answer)]).toMatchObject([
      422,
      { error: { code: 'source_unreadable', param: 'url', message: expect.stringContaining('status 404') } },
    ]);
    pages.set('https://example.com/e', 'page e');
    expect((await ingest('https://example.com/e')).status).toBe(201);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:5432/',
    'http://localhost/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://user:secret@example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'example.com',
  ])('rejects %s before anything is stored', async (url) => {
    const answer = await ingest(url);
    expect([answer.status, json(answer)]).toMatchObject([400, { error: { code: 'invalid_value', param: 'url' } }]);
  });

  it('answers 202 with a document for each page of a list, in its order, and adds those that are there only once', async () => {
    const addresses = [
      'https://example.com/l1',
      'https://example.com/l2',
      'http://10.0.0.1/l3',
      'https://example.com/l4',
    ];
    for (const address of addresses) pages.set(address, `list ${address}`);
    lists.set('https://example.com/feed', addresses);
    const first = await ingest('https://example.com/feed', { pages: { max: 2 }, refresh_every_hours: 5 });
    expect([first.status, json(first)]).toEqual([
      202,
      {
        kb_id: kbId,
        url: 'https://example.com/feed',
        complete: false,
        data: ['l1', 'l2'].map((name) => ({
          id: expect.any(String),
          source_id: `https://example.com/${name}`,
          status: 'processing',
        })),
      },
    ]);
    const ids = async (more: object): Promise<string[]> =>
      json<{ data: { id: string }[] }>(await ingest('https://example.com/feed', { pages: more })).data.map(
        ({ id }) => id,
      );
    const all = await ids({});
    expect(all).toHaveLength(3);
    expect(await ids({ max: 2 })).toEqual(all.slice(0, 2));
    const stored = await workspace.database.knowledgeDocuments.find({ ...workspace, kbId }, all[0] ?? '');
    expect(stored).toMatchObject({ sourceId: 'https://example.com/l1', refreshEveryHours: 5 });
  });

  it('answers 422 for an address that is no list where a list is asked for', async () => {
    const answer = await ingest('https://example.com/page', { pages: {} });
    expect([answer.status, json(answer)]).toMatchObject([422, { error: { code: 'source_unreadable', param: 'url' } }]);
  });

  it.each([
    [{ max: 0 }, 'pages.max'],
    [{ max: 501 }, 'pages.max'],
    [{ depth: 2 }, 'pages.depth'],
    [true, 'pages'],
  ])('rejects %j as pages', async (value, param) => {
    const answer = await ingest('https://example.com/feed', { pages: value });
    expect([answer.status, json(answer)]).toMatchObject([400, { error: { param } }]);
  });

  it('is for people: a key is rejected', async () => {
    const { organizationId, database } = workspace;
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const team = await database.change(actor, ({ teams }) => teams.create(organizationId, { name: 'machines' }));
    const { send } = await workspace.issueKey({ teamId: team.id, role: 'admin' });
    expect((await ingest('https://example.com/a', {}, send)).status).toBe(403);
  });

  it('finds no knowledge base and no document of another organization', async () => {
    pages.set('https://example.com/f', 'page f');
    const { id } = json<{ id: string }>(await ingest('https://example.com/f'));
    const { organizationId, workspaceId } = await addTenant(workspace.database, 'other');
    const stranger = (await workspace.signIn({ organizationId, memberships: [{ workspaceId, role: 'editor' }] })).send;
    expect((await ingest('https://example.com/a', {}, stranger)).status).toBe(404);
    expect((await stranger(`POST /w/kb/${kbId}/documents/${id}/refresh`)).status).toBe(404);
  });

  it('refreshes nothing that was uploaded', async () => {
    const boundary = 'b0';
    const form = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--${boundary}--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const { id } = json<{ id: string }>(await owner(`POST /w/kb/${kbId}/documents`, Buffer.from(form), headers));
    expect((await owner(`POST /w/kb/${kbId}/documents/${id}/refresh`)).status).toBe(409);
  });
});
