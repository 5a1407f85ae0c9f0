import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
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
  Gate,
  jsonReply,
  serviceDatabases,
  startUpstream,
  waitUntil,
} from '@multilane/testing';
import OpenAI, { toFile } from 'openai';
import { StoredProvider } from '../../media/stored-provider.js';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type Receiver, startReceiver } from '../async/start-receiver.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';

type Batch = OpenAI.Batch;
interface ResultLine {
  readonly id: string;
  readonly custom_id: string;
  readonly response: { status_code: number; request_id: string; body: Record<string, unknown> } | null;
  readonly error: { code: string } | null;
}

/** Model of a provider that does not serve files. */
const MODEL = 'meta-llama/llama-3.1:free';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const LIMIT_MS = 40_000;

// docs/contract/batches.md
describe.each([...serviceDatabases()])('batches on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let receiver: Receiver;
  let gateway: GatewayInProcess;
  let own: Tenant;
  let ada: OpenAI;
  let bob: OpenAI;
  let stranger: OpenAI;
  let limited: OpenAI;
  let slowly: OpenAI;
  let adasToken: string;
  let provider: StoredProvider;

  beforeAll(async () => {
    channel = createInProcessChannel();
    database = await openDatabase({ ...(await kind.create()), channel, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream({ strict: false });
    receiver = await startReceiver();
    own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    const other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
    gateway = await startGatewayOn({ database, channel }, upstream.url, {
      async: { webhook_signing_secret: SECRET },
      batches: { lines_at_once: 4, max_open: 3, max_lines: 300, max_line_mb: 1, workers: 4 },
      guardrails: [{ name: 'no-bombs', kind: 'keywords', config: { keywords: ['bomb'] } }],
    });
    const second = await own.change(({ teams }) => teams.create(own.organizationId, { name: 'second' }));
    const few = await own.change(({ teams }) =>
      teams.create(own.organizationId, { name: 'few', allowedModels: [MODEL] }),
    );
    // One of them is for the upload.
    const slow = await own.change(({ teams }) => teams.create(own.organizationId, { name: 'slow', rpmLimit: 4 }));
    adasToken = (await own.issueKey(false)).token;
    ada = clientOf(adasToken);
    bob = clientOf((await own.issueKey(false, { teamId: second.id })).token);
    limited = clientOf((await own.issueKey(false, { teamId: few.id })).token);
    slowly = clientOf((await own.issueKey(false, { teamId: slow.id })).token);
    stranger = clientOf((await other.issueKey(false)).token);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await receiver?.close();
    await upstream?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  afterEach(() => {
    upstream.reset();
    receiver.received.length = 0;
  });

  function clientOf(apiKey: string): OpenAI {
    const baseURL = `${gateway.url}/v1`;
    return new OpenAI({ apiKey, baseURL, maxRetries: 0, defaultHeaders: { 'x-service-model': MODEL } });
  }

  const chat = (customId: string, content: string, model = MODEL) => ({
    custom_id: customId,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model, messages: [{ role: 'user', content }] },
  });
  const upload = async (lines: readonly (object | string)[], client = ada) => {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    return client.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
  };
  const start = async (lines: readonly (object | string)[], more: object = {}, client = ada): Promise<Batch> => {
    const { id } = await upload(lines, client);
    return client.batches.create({
      input_file_id: id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      ...more,
    });
  };
  const ended = ({ id }: Batch, client = ada): Promise<Batch> =>
    waitUntil(
      'the end of the batch',
      async () => {
        const batch = await client.batches.retrieve(id);
        return ['completed', 'failed', 'expired', 'cancelled'].includes(batch.status) ? batch : undefined;
      },
      25_000,
    );
  const read = async (fileId: string | null | undefined, client = ada): Promise<ResultLine[]> => {
    const text = await (await client.files.content(fileId ?? 'none')).text();
    expect(text.endsWith('\n')).toBe(true);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ResultLine);
  };

  it(
    'run each line under its own id, and answer with the files of the reference',
    async () => {
      upstream.onRequest(({ body }) =>
        JSON.stringify(body).includes('refuse')
          ? jsonReply({ error: { message: 'no', type: 'invalid_request_error' } }, { status: 400 })
          : jsonReply(completion({ content: 'Hello from later' })),
      );
      const batch = await start(
        [chat('one', 'a'), chat('two', 'please refuse'), chat('three', 'bomb'), chat('four', 'b')],
        { metadata: { job: 'nightly' } },
      );
      expect(batch).toMatchObject({
        object: 'batch',
        status: 'validating',
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
        metadata: { job: 'nightly' },
        errors: null,
        output_file_id: null,
        request_counts: { total: 0, completed: 0, failed: 0 },
      });
      expect(batch.id).toMatch(/^batch_[0-9a-f]{32}$/);
      const done = await ended(batch);
      expect(done).toMatchObject({
        status: 'completed',
        model: MODEL,
        request_counts: { total: 4, completed: 2, failed: 2 },
      });
      expect(done.usage).toMatchObject({ input_tokens: expect.any(Number), total_tokens: expect.any(Number) });
      expect(done.usage?.total_tokens).toBeGreaterThan(0);
      const output = await read(done.output_file_id);
      expect(output.map(({ custom_id }) => custom_id)).toEqual(['one', 'four']);
      expect(output[0]).toMatchObject({
        id: expect.stringMatching(/^batch_req_/),
        error: null,
        response: {
          status_code: 200,
          body: { object: 'chat.completion', choices: [{ message: { content: 'Hello from later' } }] },
        },
      });
      const errors = await read(done.error_file_id);
      expect(errors.map(({ custom_id, response }) => [custom_id, response?.status_code])).toEqual([
        ['two', 400],
        ['three', 400],
      ]);
      expect(errors[1]?.response?.body).toMatchObject({ error: { code: 'guardrail_blocked' } });
      // The provider gets its own name of the model, and no guarded line.
      expect(upstream.requests).toHaveLength(3);
      expect(upstream.requests[0]?.body).toMatchObject({ model: 'llama-3.1-8b-instruct' });
      const file = await ada.files.retrieve(done.output_file_id ?? '');
      expect(file).toMatchObject({ object: 'file', purpose: 'batch_output', filename: `${done.id}_output.jsonl` });
      const purposes = ['batch', 'batch_output'];
      const pages = await Promise.all(purposes.map((purpose) => ada.files.list({ purpose })));
      const listed = pages.flatMap(({ data }) => data.map(({ id }) => id));
      expect(listed).toEqual(expect.arrayContaining([done.output_file_id, done.error_file_id, done.input_file_id]));
    },
    LIMIT_MS,
  );

  it(
    'charge and record each line once, as a request of its own endpoint',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'Hello' })));
      const { id } = await ended(await start([chat('one', 'a'), chat('two', 'b')]));
      const requests = [1, 2].map((line) => `batch_req_${id.slice('batch_'.length)}_${line}`);
      for (const requestId of requests) {
        const records = await waitUntil('the record', async () => {
          const { data } = await database.auditRecords.listPage(own.organizationId, {
            limit: 5,
            filters: { requestId },
          });
          return data.length > 0 ? data : undefined;
        });
        expect(records).toHaveLength(1);
        expect(records[0]).toMatchObject({
          endpoint: 'chat.completions',
          outcome: 'success',
          details: { batch_id: id },
        });
      }
    },
    LIMIT_MS,
  );

  it(
    'fail as a whole where a line is wrong, and say which lines, before anything is asked',
    async () => {
      const batch = await ended(
        await start([
          chat('one', 'a'),
          '{"custom_id": ',
          chat('one', 'again'),
          { ...chat('three', 'a'), method: 'GET' },
          { ...chat('four', 'a'), url: '/v1/embeddings' },
          chat('five', 'a', 'no-such-model'),
          { ...chat('six', 'a'), body: { model: MODEL, messages: 'none' } },
          { ...chat('seven', 'a'), body: { ...chat('', 'a').body, stream: true } },
          { ...chat('', 'a') },
          '[]',
          `"${'x'.repeat(1_100_000)}"`,
          chat('twelve', 'a', 'text-embedding-3-small'),
        ]),
      );
      expect(batch.status).toBe('failed');
      expect(batch.errors?.data?.map(({ code, line, param }) => [line, code, param])).toEqual([
        [2, 'invalid_json', null],
        [3, 'invalid_value', 'custom_id'],
        [4, 'invalid_value', 'method'],
        [5, 'invalid_value', 'url'],
        [6, 'model_not_found', 'body.model'],
        [7, 'invalid_value', 'body.messages'],
        [8, 'unsupported_parameter', 'body.stream'],
        [9, 'invalid_value', 'custom_id'],
        [10, 'invalid_json', null],
        [11, 'payload_too_large', null],
        [12, 'invalid_model_type', 'body.model'],
      ]);
      expect(batch).toMatchObject({ output_file_id: null, error_file_id: null });
      expect(upstream.requests).toHaveLength(0);
    },
    LIMIT_MS,
  );

  it(
    'check the models of the key that made them, the number of lines, and that there are any',
    async () => {
      const foreign = await ended(await start([chat('one', 'a', 'gpt-4o')], {}, limited), limited);
      expect(foreign.errors?.data?.map(({ code }) => code)).toEqual(['model_not_allowed']);
      const many = Array.from({ length: 301 }, (_, index) => chat(`n${index}`, 'a'));
      expect((await ended(await start(many))).errors?.data?.map(({ code, line }) => [code, line])).toEqual([
        ['too_many_lines', 301],
      ]);
      expect((await ended(await start(['', ' ']))).errors?.data?.map(({ code }) => code)).toEqual(['empty_file']);
      expect(upstream.requests).toHaveLength(0);
    },
    LIMIT_MS,
  );

  it(
    'end cancelled: what runs is finished, what has not begun never is',
    async () => {
      const gate = new Gate();
      gate.shut();
      upstream.onRequest(async () => {
        await gate.pass();
        return jsonReply(completion({ content: 'late' }));
      });
      const batch = await start(Array.from({ length: 12 }, (_, index) => chat(`n${index}`, 'a')));
      await waitUntil('the first lines', () => (upstream.requests.length >= 4 ? true : undefined), 15_000);
      expect((await ada.batches.cancel(batch.id)).status).toBe('cancelling');
      gate.open();
      const done = await ended(batch);
      expect(done).toMatchObject({
        status: 'cancelled',
        cancelled_at: expect.any(Number),
        request_counts: { total: 12, completed: 4 },
      });
      expect(upstream.requests).toHaveLength(4);
      expect(await read(done.output_file_id)).toHaveLength(4);
      const rest = await read(done.error_file_id);
      expect(rest).toHaveLength(8);
      expect(rest[0]).toMatchObject({ response: null, error: { code: 'batch_cancelled' } });
      // Cancelling changes nothing about a batch that has ended.
      expect(await ada.batches.cancel(batch.id)).toMatchObject({
        status: 'cancelled',
        cancelled_at: done.cancelled_at,
      });
    },
    LIMIT_MS,
  );

  it(
    'expire: lines that have not begun are in the error file',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'x' })));
      const batch = await start(
        Array.from({ length: 8 }, (_, index) => chat(`n${index}`, 'a')),
        {},
        slowly,
      );
      // Three requests a minute, of which the start of the batch is one: the other lines wait.
      await waitUntil('two lines', () => (upstream.requests.length === 2 ? true : undefined), 15_000);
      await database.sql.executeSql("UPDATE batches SET expires_at = now() - interval '1 second' WHERE id = $1", [
        batch.id.slice(6).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      ]);
      // The worker knows the end of the window from when it took the batch.
      await gateway.stop();
      await restart();
      const done = await ended(batch, slowly);
      expect(done).toMatchObject({
        status: 'expired',
        expired_at: expect.any(Number),
        request_counts: { total: 8, completed: 2 },
      });
      const rest = await read(done.error_file_id, slowly);
      expect(rest.map(({ error }) => error?.code)).toEqual(Array.from({ length: 6 }, () => 'batch_expired'));
      expect(upstream.requests).toHaveLength(2);
    },
    LIMIT_MS + 20_000,
  );

  async function restart(): Promise<void> {
    gateway = await startGatewayOn({ database, channel }, upstream.url, {
      async: { webhook_signing_secret: SECRET },
      batches: { lines_at_once: 4, max_open: 3, max_lines: 300, max_line_mb: 1, workers: 4 },
      guardrails: [{ name: 'no-bombs', kind: 'keywords', config: { keywords: ['bomb'] } }],
    });
    for (const client of [ada, bob, stranger, limited, slowly]) client.baseURL = `${gateway.url}/v1`;
  }

  it(
    'are their team’s own: others get 404 for each id, and lists without them',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'x' })));
      const first = await ended(await start([chat('one', 'a')]));
      const second = await ended(await start([chat('one', 'a')]));
      for (const client of [bob, stranger]) {
        const refused = { status: 404, code: 'not_found' };
        await expect(client.batches.retrieve(first.id)).rejects.toMatchObject(refused);
        await expect(client.batches.cancel(first.id)).rejects.toMatchObject(refused);
        await expect(client.files.content(first.output_file_id ?? '')).rejects.toMatchObject(refused);
        await expect(client.files.retrieve(first.input_file_id)).rejects.toMatchObject(refused);
        await expect(client.files.delete(first.input_file_id)).rejects.toMatchObject(refused);
        const asked = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
        await expect(client.batches.create({ ...asked, input_file_id: first.input_file_id })).rejects.toMatchObject({
          ...refused,
          param: 'input_file_id',
        });
        expect((await client.batches.list()).data).toEqual([]);
        expect((await client.files.list({ purpose: 'batch' })).data).toEqual([]);
      }
      const page = await ada.batches.list({ limit: 1 });
      expect(page.data.map(({ id }) => id)).toEqual([second.id]);
      const next = await ada.batches.list({ limit: 1, after: second.id });
      expect(next.data.map(({ id }) => id)).toEqual([first.id]);
      expect(page.has_more && next.has_more).toBe(true);
      expect(await ada.files.delete(first.input_file_id)).toMatchObject({ deleted: true });
      await expect(ada.files.retrieve(first.input_file_id)).rejects.toMatchObject({ status: 404 });
    },
    LIMIT_MS,
  );

  it(
    'report to their webhook how they ended',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'x' })));
      const done = await ended(await start([chat('one', 'a')], { webhook_url: receiver.url }));
      const bad = await ended(await start(['{'], { webhook_url: receiver.url }));
      await waitUntil('both webhooks', () => (receiver.received.length >= 2 ? true : undefined), 15_000);
      const client = new OpenAI({ apiKey: 'x', webhookSecret: SECRET });
      const events = await Promise.all(
        receiver.received.map(({ body, headers }) => client.webhooks.unwrap(body, headers as Record<string, string>)),
      );
      const found = events.map(({ data, type }) => [type, (data as { id: string }).id]).sort();
      expect(found).toEqual([
        ['batch.completed', done.id],
        ['batch.failed', bad.id],
      ]);
    },
    LIMIT_MS,
  );

  it('are rejected with the field at fault', async () => {
    const { id } = await upload([chat('one', 'a')]);
    const asked = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const post = async (body: object) => {
      const { status, text } = await gateway.send('/v1/batches', { token: adasToken, body });
      return [status, JSON.parse(text).error.param];
    };
    expect(await post({ ...asked, completion_window: '1h' })).toEqual([400, 'completion_window']);
    expect(await post({ ...asked, endpoint: '/v1/images/generations' })).toEqual([400, 'endpoint']);
    expect(await post({ ...asked, input_file_id: 'file-none' })).toEqual([404, 'input_file_id']);
    expect(await post({ ...asked, input_file_id: '../x' })).toEqual([404, 'input_file_id']);
    expect(await post({ ...asked, metadata: { a: 1 } })).toEqual([400, 'metadata']);
    expect(await post({ ...asked, output_expires_after: {} })).toEqual([400, 'output_expires_after.anchor']);
    expect(await post({ endpoint: asked.endpoint, completion_window: '24h' })).toEqual([400, 'input_file_id']);
    expect(await post({ ...asked, webhook_url: 'http://10.0.0.1/x' })).toEqual([400, 'webhook_url']);
    const list = await gateway.send('/v1/batches?limit=0', { token: adasToken });
    expect([list.status, JSON.parse(list.text).error.param]).toEqual([400, 'limit']);
  });

  it(
    'are limited in number for each team',
    async () => {
      const gate = new Gate();
      gate.shut();
      upstream.onRequest(async () => {
        await gate.pass();
        return jsonReply(completion({ content: 'x' }));
      });
      const open = [];
      for (let index = 0; index < 3; index++) open.push(await start([chat('one', 'a')]));
      await expect(start([chat('one', 'a')])).rejects.toMatchObject({ status: 429, code: 'too_many_batches' });
      gate.open();
      for (const batch of open) await ended(batch);
    },
    LIMIT_MS,
  );

  it(
    'hold no request and no result that could be read in the database',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'TOPSECRETANSWER' })));
      await ended(await start([chat('TOPSECRETID', 'TOPSECRETPROMPT')], { metadata: { TOPSECRETNAME: 'x' } }));
      for (const table of ['batches', 'batch_lines', 'stored_files', 'multilane_jobs.job']) {
        const { rows } = await database.sql.executeSql(`SELECT row_to_json(t)::text AS text FROM ${table} t`);
        expect(JSON.stringify(rows)).not.toContain('TOPSECRET');
      }
      const { rows } = await database.sql.executeSql('SELECT sealed FROM stored_file_chunks');
      for (const { sealed } of rows as { sealed: Uint8Array }[]) {
        expect(Buffer.from(sealed).toString('latin1')).not.toContain('TOPSECRET');
      }
    },
    LIMIT_MS,
  );

  it(
    'read an input file that lies at a provider, whose own batches are not used',
    async () => {
      provider = new StoredProvider();
      upstream.onRequest((request) => provider.reply(request) ?? jsonReply(completion({ content: 'x' })));
      const file = await ada.files.create(
        { file: await toFile(Buffer.from(JSON.stringify(chat('one', 'a'))), 'in.jsonl'), purpose: 'batch' },
        { headers: { 'x-service-model': 'gpt-4o' } },
      );
      expect(provider.files.map(({ id }) => id)).toEqual([file.id]);
      const asked = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
      const done = await ended(await ada.batches.create(asked));
      expect(done).toMatchObject({ status: 'completed', input_file_id: file.id, request_counts: { completed: 1 } });
      await expect(bob.batches.create(asked)).rejects.toMatchObject({ status: 404, param: 'input_file_id' });
    },
    LIMIT_MS,
  );
});
