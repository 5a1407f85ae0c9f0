import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  jsonReply,
  serviceDatabases,
  startUpstream,
  streamReply,
} from '@multilane/testing';
import OpenAI, { toFile } from 'openai';
import { StoredProvider } from '../media/stored-provider.js';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

/** Model of a provider that does not serve files. */
const ELSEWHERE = 'meta-llama/llama-3.1:free';
const MODEL = { 'x-service-model': 'gpt-4o' };

// docs/contract/files.md#ownership
describe.each([...serviceDatabases()])('files and jobs at providers on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  let own: Tenant;
  let provider: StoredProvider;
  /** Tokens of a team, of another team, of the first team in a workspace, and of another organization. */
  let ada: string;
  let bob: string;
  let bound: string;
  let stranger: string;

  beforeAll(async () => {
    channel = createInProcessChannel();
    database = await openDatabase({ ...(await kind.create()), channel, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream({ strict: false });
    own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    const other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
    gateway = await startGatewayOn({ database, channel }, upstream.url, {
      files: { remember_model: true },
    });
    const { id: teamId } = await own.change(({ teams }) => teams.create(own.organizationId, { name: 'second' }));
    ada = (await own.issueKey(false)).token;
    bob = (await own.issueKey(false, { teamId })).token;
    bound = (await own.issueKey(true)).token;
    stranger = (await other.issueKey(false)).token;
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await upstream?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  function start(): StoredProvider {
    provider = new StoredProvider();
    upstream.onRequest((request) => provider.reply(request));
    return provider;
  }

  afterEach(() => {
    jest.restoreAllMocks();
    upstream.reset();
  });

  const clientOf = (apiKey: string, defaultHeaders: Record<string, string> = MODEL) =>
    new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0, defaultHeaders });

  async function upload(token: string, text = '{"a":1}\n', purpose: 'batch' | 'fine-tune' = 'batch') {
    return clientOf(token).files.create({ file: await toFile(Buffer.from(text), 'ä b.jsonl'), purpose });
  }

  const refused = { status: 404, code: 'not_found' };

  it('a file is uploaded, described, listed, downloaded and deleted with the official SDK', async () => {
    start();
    const client = clientOf(ada);
    const file = await client.files.create({
      file: await toFile(Buffer.from('{"a":1}\n'), 'ä b.jsonl', { type: 'application/jsonl' }),
      purpose: 'user_data',
      expires_after: { anchor: 'created_at', seconds: 3600 },
    });
    expect(file).toMatchObject({ object: 'file', bytes: 8, purpose: 'user_data' });
    const sent = upstream.requests[0];
    expect(sent?.path).toBe('/v1/files');
    expect(sent?.rawBody.toString()).toContain('name="expires_after[seconds]"');
    expect(sent?.rawBody.toString()).toContain('filename="ä b.jsonl"');
    expect(Number(sent?.headers['content-length'])).toBe(sent?.rawBody.length);
    expect(await client.files.retrieve(file.id)).toMatchObject({ id: file.id });
    expect((await client.files.list()).data.map(({ id }) => id)).toEqual([file.id]);
    expect(await (await client.files.content(file.id)).text()).toBe('{"a":1}\n');
    expect(await client.files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true });
    await expect(client.files.retrieve(file.id)).rejects.toMatchObject(refused);
    expect((await client.files.list()).data).toEqual([]);
  });

  it('uploads and downloads are recorded with their bytes', async () => {
    start();
    const { files } = clientOf(ada);
    const made = await files
      .create({ file: await toFile(Buffer.alloc(1_500_000), 'a.bin'), purpose: 'user_data' })
      .withResponse();
    const content = await files.content(made.data.id).withResponse();
    await content.data.arrayBuffer();
    const shown = await files.retrieve(made.data.id).withResponse();
    const detailsOf = async ({ request_id: id }: { request_id: string | null }) =>
      (await gateway.recordOf({ headers: { 'x-request-id': id } } as never)).details;
    expect(await detailsOf(made)).toEqual({ upload_bytes: 1_500_000 });
    expect(await detailsOf(content)).toEqual({ download_bytes: 1_500_000 });
    expect(await detailsOf(shown)).toBeNull();
  });

  it('a fine-tuning job is made, listed, paused, resumed and cancelled, and its results are its maker’s', async () => {
    start();
    const { fineTuning, files } = clientOf(ada, {});
    const { id: trainingFile } = await upload(ada, 'x', 'fine-tune');
    const job = await fineTuning.jobs.create({
      model: 'gpt-4o',
      training_file: trainingFile,
      hyperparameters: { n_epochs: 2 },
    });
    expect(upstream.requests.at(-1)?.body).toEqual({
      model: 'gpt-4o-2024-11-20',
      training_file: trainingFile,
      hyperparameters: { n_epochs: 2 },
    });
    expect(await fineTuning.jobs.retrieve(job.id)).toMatchObject({ id: job.id, status: 'queued' });
    expect(await fineTuning.jobs.pause(job.id)).toMatchObject({ status: 'pause' });
    expect(await fineTuning.jobs.resume(job.id)).toMatchObject({ status: 'resume' });
    expect(await fineTuning.jobs.cancel(job.id)).toMatchObject({ status: 'cancel' });
    expect((await fineTuning.jobs.listEvents(job.id)).data).toHaveLength(1);
    expect((await fineTuning.jobs.checkpoints.list(job.id)).data).toHaveLength(1);
    expect((await clientOf(ada).fineTuning.jobs.list()).data.map(({ id }) => id)).toEqual([job.id]);
    const [result = ''] = job.result_files;
    expect(await (await files.content(result)).text()).toBe(result);
    await expect(clientOf(bob).files.content(result)).rejects.toMatchObject(refused);
  });

  it('nobody else’s ids are seen, used or deleted, whichever route names them', async () => {
    start();
    const file = await upload(ada);
    const job = await clientOf(ada).fineTuning.jobs.create({ model: 'gpt-4o', training_file: file.id });
    provider.addFile('file-unrecorded');
    const before = upstream.requests.length;
    for (const token of [bob, bound, stranger]) {
      const client = clientOf(token);
      for (const id of [file.id, 'file-unrecorded']) {
        await expect(client.files.retrieve(id)).rejects.toMatchObject({ ...refused, param: 'file_id' });
        await expect(client.files.content(id)).rejects.toMatchObject(refused);
        await expect(client.files.delete(id)).rejects.toMatchObject(refused);
        await expect(client.files.list({ after: id })).rejects.toMatchObject({ ...refused, param: 'after' });
        await expect(client.fineTuning.jobs.create({ model: 'gpt-4o', training_file: id })).rejects.toMatchObject({
          ...refused,
          param: 'training_file',
        });
      }
      const { jobs } = client.fineTuning;
      const calls = [jobs.retrieve(job.id), jobs.cancel(job.id), jobs.pause(job.id), jobs.resume(job.id)];
      const lists = [jobs.listEvents(job.id), jobs.checkpoints.list(job.id)];
      const gone = { ...refused, param: 'fine_tuning_job_id' };
      await Promise.all([...calls, ...lists].map((call) => expect(call).rejects.toMatchObject(gone)));
    }
    expect(upstream.requests).toHaveLength(before);
    for (const token of [bob, bound, stranger]) {
      expect((await clientOf(token).files.list()).data).toEqual([]);
      expect((await clientOf(token).fineTuning.jobs.list()).data).toEqual([]);
    }
  });

  it('ids inside other requests are checked in the same way, and cost nothing if there are none', async () => {
    start();
    const file = await upload(ada);
    const find = jest.spyOn(database.providerObjects, 'findOwn');
    upstream.onRequest(() => jsonReply(completion({ text: 'read' })));
    const content = [{ type: 'file', file: { file_id: file.id } }];
    const ask = (token: string, path: string, body: object) => gateway.send(path, { token, body });
    const chat = { model: 'gpt-4o', messages: [{ role: 'user', content }] };
    expect((await ask(ada, '/v1/chat/completions', chat)).status).toBe(200);
    expect(find).toHaveBeenCalledTimes(1);
    expect((await ask(ada, '/v1/chat/completions', chat)).status).toBe(200);
    expect((await gateway.chat(bob, 'gpt-4o')).status).toBe(200);
    // It is remembered, and texts are not looked up.
    expect(find).toHaveBeenCalledTimes(1);
    const before = upstream.requests.length;
    const input = [{ role: 'user', content: [{ type: 'input_file', file_id: file.id }] }];
    const document = [{ type: 'document', source: { type: 'file', file_id: file.id } }];
    const requests: [string, object, string][] = [
      ['/v1/chat/completions', chat, 'messages[0].content[0].file.file_id'],
      ['/v1/responses', { model: 'gpt-4o', input }, 'input[0].content[0].file_id'],
    ];
    for (const [path, body, param] of requests) {
      const answer = await ask(bob, path, body);
      expect([answer.status, answer.json()]).toMatchObject([404, { error: { code: 'not_found', param } }]);
    }
    const native = { model: ELSEWHERE, max_tokens: 5, messages: [{ role: 'user', content: document }] };
    expect((await ask(bob, '/v1/messages', native)).status).toBeGreaterThanOrEqual(400);
    expect(upstream.requests).toHaveLength(before);
  });

  it('lists continue page by page over the files of others, with the same members as the reference', async () => {
    start();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await upload(ada)).id);
      for (let others = 0; others < 40; others += 1) provider.addFile(`file-other-${index}-${others}`);
    }
    const client = clientOf(ada);
    const first = await client.files.list({ limit: 2 });
    expect(first).toMatchObject({ data: [{ id: ids[0] }, { id: ids[1] }], has_more: true });
    const all: string[] = [];
    for await (const { id } of client.files.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(expect.arrayContaining(ids));
  });

  it('an object that cannot be recorded is deleted at the provider, and the caller gets an error', async () => {
    start();
    jest.spyOn(database.providerObjects, 'add').mockRejectedValueOnce(new Error('the database is away'));
    await expect(upload(ada)).rejects.toMatchObject({ status: 503 });
    expect(upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/files',
      expect.stringMatching(/^DELETE \/v1\/files\/file-\d+$/),
    ]);
    expect(provider.files).toEqual([]);
  });

  it('nothing is shown while the database is unavailable', async () => {
    start();
    const file = await upload(ada);
    jest.spyOn(database.providerObjects, 'findOwn').mockRejectedValue(new Error('away'));
    await expect(clientOf(ada).files.retrieve(file.id)).rejects.toMatchObject({ status: 503 });
  });

  it('a model is named by the header, the query or the body; else it is the one that made the file, else 400', async () => {
    start();
    const file = await upload(ada);
    expect((await gateway.send(`/v1/files/${file.id}?model=gpt-4o`, { token: ada })).status).toBe(200);
    expect((await gateway.send(`/v1/files/${file.id}`, { token: ada })).status).toBe(200);
    const foreign = await gateway.send(`/v1/files/${file.id}`, { token: bob });
    expect([foreign.status, foreign.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    const list = await gateway.send('/v1/files', { token: ada });
    expect([list.status, list.json()]).toMatchObject([400, { error: { code: 'missing_model' } }]);
    const other = await gateway.send('/v1/files', { token: ada, headers: { 'x-service-model': ELSEWHERE } });
    expect([other.status, other.json()]).toMatchObject([400, { error: { code: 'unsupported_provider' } }]);
  });

  it('ids never change the path of a provider', async () => {
    start();
    const hostile = [
      '..',
      '%2e%2e',
      '..%2Fmodels',
      'a%2Fb',
      'file-1%3Fx=1',
      'file-1%23',
      '%00',
      'a%5Cb',
      '-x',
      `a${'b'.repeat(300)}`,
    ];
    for (const id of hostile) {
      for (const [method, below] of [
        ['GET', ''],
        ['GET', '/content'],
        ['DELETE', ''],
      ] as const) {
        const answer = await gateway.send(`/v1/files/${id}${below}`, { token: ada, method, headers: MODEL });
        expect([400, 404, 405]).toContain(answer.status);
      }
    }
    const query = Array.from({ length: 40 }, (_, index) => `a${index}=1`).join('&');
    expect((await gateway.send(`/v1/files?${query}`, { token: ada, headers: MODEL })).status).toBe(400);
    expect((await gateway.send('/v1/files?limit=1&limit=2', { token: ada, headers: MODEL })).status).toBe(400);
    expect(upstream.requests).toEqual([]);
  });

  it('a download that the provider cuts is cut for the caller too', async () => {
    start();
    const file = await upload(ada);
    upstream.onRequest(() => streamReply([Buffer.alloc(1000), Buffer.alloc(1000)], { end: 'cut' }));
    const content = await clientOf(ada).files.content(file.id);
    await expect(content.arrayBuffer()).rejects.toThrow();
  });

  it('an upload that the provider cuts is a failure of the provider', async () => {
    upstream.onRequest(() => ({ kind: 'silent', end: 'cut' }));
    await expect(upload(ada)).rejects.toMatchObject({ status: 502 });
  });

  it('the cloud edition is reached at the resource, with its version', async () => {
    start();
    upstream.onRequest(() => jsonReply({ id: 'assistant-1', object: 'file' }));
    const client = clientOf(ada, { 'x-service-model': 'azure-gpt-4o' });
    const file = await client.files.create({ file: await toFile(Buffer.from('x'), 'x.txt'), purpose: 'assistants' });
    await client.files.retrieve(file.id);
    expect(upstream.requests.map(({ url }) => url)).toEqual([
      '/openai/files?api-version=2024-10-21',
      '/openai/files/assistant-1?api-version=2024-10-21',
    ]);
  });
});
