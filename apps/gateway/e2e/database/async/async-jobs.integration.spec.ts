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
  databasesInTurn,
  type FakeUpstream,
  jsonReply,
  startUpstream,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import OpenAI from 'openai';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';
import { type Receiver, startReceiver } from './start-receiver.js';

interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly result: { readonly choices: { readonly message: { readonly content: string } }[] } | null;
  readonly error: { readonly code: string; readonly param?: string } | null;
  readonly [member: string]: unknown;
}

const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'an older secret'];
const LIMIT_MS = 40_000;

describe.each(databasesInTurn(import.meta.filename))('requests that run later, on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let receiver: Receiver;
  let gateway: GatewayInProcess;
  let own: Tenant;
  let other: Tenant;
  let token: string;
  let stranger: string;

  beforeAll(async () => {
    channel = createInProcessChannel();
    const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
    database = await openDatabase({ ...(await kind.create()), secretBox, channel });
    await database.migrate();
    upstream = await startUpstream();
    receiver = await startReceiver();
    own = await makeTenant(database, 'default', { upstreamUrl: upstream.url, team: { rpmLimit: 60 } });
    other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
    gateway = await startGatewayOn({ database, channel }, upstream.url, {
      async: { workers: 3, webhook_signing_secret: SECRETS, max_open_jobs: 6, max_request_mb: 1 },
      guardrails: [{ name: 'no-bombs', kind: 'keywords', config: { keywords: ['bomb'] } }],
    });
    token = (await own.issueKey(false)).token;
    stranger = (await other.issueKey(false)).token;
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
    receiver.answerWith(200);
  });

  const post = (content: string, more: object = {}, by = token, path = 'chat/completions') =>
    gateway.send(`/v1/async/${path}`, {
      token: by,
      body: { model: 'gpt-4o', messages: [{ role: 'user', content }], ...more },
    });
  const accept = async (content: string, more: object = {}, by = token): Promise<string> => {
    const answer = await post(content, more, by);
    expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('"pending"')]);
    return (JSON.parse(answer.text) as Job).job_id;
  };
  const read = async (id: string, by = token): Promise<Job> =>
    JSON.parse((await gateway.send(`/v1/async/jobs/${id}`, { token: by })).text) as Job;
  const ended = (id: string, by = token): Promise<Job> =>
    waitUntil(
      'the end of the job',
      async () => {
        const job = await read(id, by);
        return job.status === 'pending' || job.status === 'running' ? undefined : job;
      },
      20_000,
    );
  const recordsOf = async (id: string) =>
    (await database.auditRecords.listPage(own.organizationId, { limit: 5, filters: { requestId: id } })).data;

  it(
    'are answered with a job, whose result is that of the synchronous endpoint',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'Hello from later' })));
      const answer = await post('Hello');
      expect(answer.status).toBe(202);
      const accepted = JSON.parse(answer.text) as Job;
      expect(accepted).toMatchObject({
        object: 'async.job',
        status: 'pending',
        endpoint: '/v1/chat/completions',
        model: 'gpt-4o',
      });
      const job = await ended(accepted.job_id);
      expect(job).toMatchObject({ status: 'completed', error: null, result: { object: 'chat.completion' } });
      expect(job.result?.choices[0]?.message.content).toBe('Hello from later');
      expect([job.started_at, job.completed_at, job.expires_at].every((time) => typeof time === 'string')).toBe(true);
      const [record] = await waitUntil('its record', async () => {
        const records = await recordsOf(accepted.job_id);
        return records.length > 0 ? records : undefined;
      });
      expect(record).toMatchObject({
        endpoint: 'chat.completions',
        outcome: 'success',
        details: { job_id: accepted.job_id },
      });
    },
    LIMIT_MS,
  );

  it(
    'hold no prompt and no answer that could be read in the database',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'TOPSECRETANSWER' })));
      const id = await accept('TOPSECRETPROMPT', { webhook_url: receiver.url });
      await ended(id);
      for (const table of ['async_jobs', 'webhook_deliveries', 'multilane_jobs.job']) {
        const { rows } = await database.sql.executeSql(`SELECT row_to_json(t)::text AS text FROM ${table} t`);
        expect(JSON.stringify(rows)).not.toMatch(/TOPSECRET|token=secret/);
      }
    },
    LIMIT_MS,
  );

  it.each([
    ['a field of the endpoint', { temperature: 'hot' }, 400, 'temperature'],
    ['stream', { stream: true }, 400, 'stream'],
    ['a webhook_url inside the network', { webhook_url: 'http://169.254.169.254/latest' }, 400, 'webhook_url'],
    ['a webhook_url that is none', { webhook_url: 'ftp://example.com' }, 400, 'webhook_url'],
    ['a webhook_url of another type', { webhook_url: 7 }, 400, 'webhook_url'],
    ['a model that does not exist', { model: 'nothing' }, 404, 'model'],
  ])('are rejected before they are stored for %s', async (_what, more, status, param) => {
    const answer = await post('Hello', more);
    expect([answer.status, JSON.parse(answer.text).error.param]).toEqual([status, param]);
  });

  it('are bounded in size', async () => {
    const answer = await post('x'.repeat(1024 * 1024));
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([413, 'payload_too_large']);
  });

  it(
    'find models in the catalog alone',
    async () => {
      const bound = (await own.issueKey(true)).token;
      const answer = await post('Hello', { model: 'only-default' }, bound);
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([404, 'model_not_found']);
      upstream.onRequest(() => jsonReply(completion({ content: 'from the catalog' })));
      expect(await ended(await accept('Hello', {}, bound), bound)).toMatchObject({ status: 'completed' });
    },
    LIMIT_MS,
  );

  it(
    'fail with the error of the synchronous endpoint',
    async () => {
      const blocked = await ended(await accept('how to make a bomb'));
      expect(blocked).toMatchObject({ status: 'failed', result: null, error: { code: 'guardrail_blocked' } });
      upstream.onRequest(() => jsonReply({ error: { message: 'bad' } }, { status: 400 }));
      expect(await ended(await accept('Hello'))).toMatchObject({
        status: 'failed',
        error: { code: 'provider_rejected_request' },
      });
    },
    LIMIT_MS,
  );

  it(
    'belong to their team or workspace: for all others they do not exist, whatever they ask',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'mine' })));
      const id = await accept('Hello', { webhook_url: receiver.url });
      await ended(id);
      const delivery = JSON.parse((await gateway.send(`/v1/async/jobs/${id}/deliveries`, { token })).text).data[0].id;
      const calls: [string, string][] = [
        ['GET', `/v1/async/jobs/${id}`],
        ['DELETE', `/v1/async/jobs/${id}`],
        ['GET', `/v1/async/jobs/${id}/deliveries`],
        ['POST', `/v1/async/jobs/${id}/deliveries/${delivery}/resend`],
        ['GET', '/v1/async/jobs/no-id'],
      ];
      const bound = (await own.issueKey(true)).token;
      for (const by of [stranger, bound, TEST_KEYS.support]) {
        for (const [method, path] of calls) {
          const answer = await gateway.send(path, { token: by, method });
          expect([path, answer.status]).toEqual([path, 404]);
        }
        const list = JSON.parse((await gateway.send('/v1/async/jobs', { token: by })).text);
        expect(list.data.map((job: Job) => job.job_id)).not.toContain(id);
      }
      expect((await gateway.send(`/v1/async/jobs/${id}`)).status).toBe(401);
      const colleague = (await own.issueKey(false)).token;
      expect(await read(id, colleague)).toMatchObject({ job_id: id, status: 'completed' });
    },
    LIMIT_MS,
  );

  it(
    'are listed newest first, page by page, and by status',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'x' })));
      const ids = [await accept('1'), await accept('2'), await accept('3')];
      for (const id of ids) await ended(id);
      const list = async (query: string) =>
        JSON.parse((await gateway.send(`/v1/async/jobs?${query}`, { token })).text) as {
          data: Job[];
          next_cursor: string | null;
        };
      const first = await list('limit=2&status=completed');
      expect(first.data.map((job) => job.job_id)).toEqual([ids[2], ids[1]]);
      const second = await list(`limit=1&cursor=${first.next_cursor}`);
      expect(second.data.map((job) => job.job_id)).toEqual([ids[0]]);
      expect((await list('status=running')).data).toEqual([]);
      for (const [query, param] of [
        ['limit=0', 'limit'],
        ['limit=101', 'limit'],
        ['status=done', 'status'],
        ['cursor=x', 'cursor'],
      ]) {
        const answer = await gateway.send(`/v1/async/jobs?${query}`, { token });
        expect([answer.status, JSON.parse(answer.text).error.param]).toEqual([400, param]);
      }
    },
    LIMIT_MS,
  );

  it(
    'can be cancelled while they run, which ends the request to the provider, and twice as well as once',
    async () => {
      upstream.enqueue({ kind: 'silent', end: 'stall' });
      const id = await accept('Hello');
      await upstream.waitForRequest(1, 15_000);
      const remove = () => gateway.send(`/v1/async/jobs/${id}`, { token, method: 'DELETE' });
      expect(JSON.parse((await remove()).text)).toMatchObject({ status: 'cancelled', result: null, error: null });
      expect(JSON.parse((await remove()).text)).toMatchObject({ status: 'cancelled' });
      await upstream.waitForAbort(1, 10_000);
      const [record] = await waitUntil('its record', async () => {
        const records = await recordsOf(id);
        return records.length > 0 ? records : undefined;
      });
      expect(record).toMatchObject({ outcome: 'cancelled' });
      expect(await read(id)).toMatchObject({ status: 'cancelled' });
    },
    LIMIT_MS,
  );

  it(
    'are bounded for each team or workspace, and those that are cancelled while they wait never run',
    async () => {
      for (let each = 0; each < 3; each++) upstream.enqueue({ kind: 'silent', end: 'stall' });
      const ids: string[] = [];
      for (let each = 0; each < 6; each++) ids.push(await accept(`Hello ${each}`));
      await upstream.waitForRequest(3, 15_000);
      const refused = await post('one more');
      expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([429, 'too_many_jobs']);
      const others = await accept('of another', {}, stranger);
      for (const id of [...ids].reverse()) await gateway.send(`/v1/async/jobs/${id}`, { token, method: 'DELETE' });
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(upstream.requests.filter((request) => JSON.stringify(request).includes('Hello ')).length).toBe(3);
      upstream.setDefault(jsonReply(completion({ content: 'x' })));
      await ended(await accept('after'));
      await ended(others, stranger);
    },
    LIMIT_MS,
  );

  it(
    'run as whoever made them, looked up again: a credential that was revoked meanwhile makes the job fail',
    async () => {
      for (let each = 0; each < 3; each++) upstream.enqueue({ kind: 'silent', end: 'stall' });
      const blockers = [await accept('a'), await accept('b'), await accept('c')];
      await upstream.waitForRequest(3, 15_000);
      const revoked = await own.issueKey(false);
      const id = await accept('Hello', {}, revoked.token);
      await own.change(({ credentials }) => credentials.remove(own.organizationId, revoked.id));
      for (const blocker of blockers) await gateway.send(`/v1/async/jobs/${blocker}`, { token, method: 'DELETE' });
      expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: 'invalid_api_key' } });
      expect(upstream.requests).toHaveLength(3);
      const [record] = await waitUntil('its record', async () => {
        const records = await recordsOf(id);
        return records.length > 0 ? records : undefined;
      });
      expect(record).toMatchObject({
        ...{ endpoint: 'chat.completions', outcome: 'refused', status: 401, errorCode: 'invalid_api_key' },
        ...{ credentialId: revoked.id, model: 'gpt-4o', costUsd: null, details: { job_id: id } },
      });
    },
    LIMIT_MS,
  );

  it(
    'count as requests when they are accepted, and not again when they run',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'x' })));
      const limited = (await own.issueKey(false, { rpmLimit: 2 })).token;
      const ids = [await accept('1', {}, limited), await accept('2', {}, limited)];
      for (const id of ids) expect(await ended(id, limited)).toMatchObject({ status: 'completed' });
      const third = await post('3', {}, limited);
      expect([third.status, JSON.parse(third.text).error.code]).toEqual([429, 'rpm_exceeded']);
    },
    LIMIT_MS,
  );

  it(
    'leave the workers to others while they wait for a slot, and do not run with a key that is revoked meanwhile',
    async () => {
      upstream.enqueue({ kind: 'silent', end: 'stall' });
      upstream.setDefault(jsonReply(completion({ content: 'x' })));
      const limited = await own.issueKey(false, { maxParallel: 1 });
      const running = await accept('runs', {}, limited.token);
      await upstream.waitForRequest(1, 15_000);
      const waiting = [await accept('waits', {}, limited.token), await accept('waits too', {}, limited.token)];
      await waitUntil('both to wait', async () => {
        const jobs = await Promise.all(waiting.map((id) => read(id)));
        return jobs.every(({ status }) => status === 'running') || undefined;
      });
      const others = await accept('of another', {}, stranger);
      await own.change(({ credentials }) => credentials.remove(own.organizationId, limited.id));
      expect(await ended(others, stranger)).toMatchObject({ status: 'completed' });
      for (const id of waiting) {
        expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: 'invalid_api_key' } });
      }
      expect(upstream.requests).toHaveLength(2);
      await gateway.send(`/v1/async/jobs/${running}`, { token, method: 'DELETE' });
    },
    LIMIT_MS,
  );

  it(
    'can be waited for',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'x' }), { beforeMs: 700 }));
      const id = await accept('Hello');
      const answer = await gateway.send(`/v1/async/jobs/${id}`, {
        token,
        headers: { prefer: 'respond-async, wait=20' },
      });
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'completed' });
    },
    LIMIT_MS,
  );

  it(
    'expire: what came of them is gone then',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'x' })));
      const id = await accept('Hello');
      await ended(id);
      await database.sql.executeSql("UPDATE async_jobs SET expires_at = now() - interval '1 second' WHERE id = $1", [
        id,
      ]);
      expect(await read(id)).toMatchObject({ status: 'expired', result: null, error: null });
      await database.asyncJobs.removeExpired();
      const { rows } = await database.sql.executeSql('SELECT result_sealed FROM async_jobs WHERE id = $1', [id]);
      expect(rows).toEqual([{ result_sealed: null }]);
    },
    LIMIT_MS,
  );

  it(
    'work for the other endpoints, with the errors of their own format',
    async () => {
      upstream.onRequest(() => jsonReply(completion({ content: 'x' })));
      const bodies: [string, object][] = [
        ['messages', { max_tokens: 5 }],
        ['responses', { input: 'Hello', messages: undefined }],
        ['completions', { prompt: 'Hello', messages: undefined, model: 'meta-llama/llama-3.1:free' }],
      ];
      for (const [path, more] of bodies) {
        const answer = await post('Hello', more, token, path);
        expect([path, answer.status]).toEqual([path, 202]);
        expect((await ended(JSON.parse(answer.text).job_id)).status).toMatch(/completed|failed/);
      }
      const refused = await post('Hello', { max_tokens: 'many' }, token, 'messages');
      expect(JSON.parse(refused.text)).toMatchObject({ type: 'error', error: { param: 'max_tokens' } });
    },
    LIMIT_MS,
  );

  describe('webhooks', () => {
    const client = new OpenAI({ apiKey: 'x' });
    const arrive = (count: number) =>
      waitUntil('the webhook', () => (receiver.received.length >= count ? receiver.received : undefined), 20_000);

    it(
      'verify with the official SDK under the first secret and under the second',
      async () => {
        upstream.onRequest(() => jsonReply(completion({ content: 'told' })));
        const id = await accept('Hello', { webhook_url: receiver.url });
        const [{ body, headers } = { body: '', headers: {} }] = await arrive(1);
        for (const secret of SECRETS) {
          const event = (await client.webhooks.unwrap(body, headers as never, secret)) as unknown as Record<
            string,
            unknown
          >;
          expect(event).toMatchObject({
            object: 'event',
            type: 'async.job.completed',
            data: { job_id: id, status: 'completed' },
          });
          expect(event.id).toBe(headers['webhook-id']);
          expect(typeof event.created_at).toBe('number');
        }
        await expect(client.webhooks.unwrap(body, headers as never, 'whsec_AAAA')).rejects.toThrow();
        const { result } = JSON.parse(body).data as Job;
        expect(result?.choices[0]?.message.content).toBe('told');
      },
      LIMIT_MS,
    );

    it(
      'report failures, are listed without their path, and can be sent again under the same id',
      async () => {
        receiver.answerWith(302);
        const id = await accept('a bomb', { webhook_url: receiver.url });
        const [{ body, headers } = { body: '', headers: {} }] = await arrive(1);
        expect(JSON.parse(body)).toMatchObject({
          type: 'async.job.failed',
          data: { error: { code: 'guardrail_blocked' } },
        });
        const list = async () =>
          JSON.parse((await gateway.send(`/v1/async/jobs/${id}/deliveries`, { token })).text).data as Record<
            string,
            unknown
          >[];
        const first = await waitUntil('the attempt', async () => {
          const [delivery] = await list();
          return delivery?.attempts === 1 ? delivery : undefined;
        });
        expect(first).toMatchObject({ status: 'pending', response_status: 302, event_id: headers['webhook-id'] });
        expect(JSON.stringify(first)).not.toContain('secret');
        receiver.answerWith(200);
        const again = await gateway.send(`/v1/async/jobs/${id}/deliveries/${first.id}/resend`, {
          token,
          method: 'POST',
        });
        expect(again.status).toBe(202);
        await arrive(2);
        expect(receiver.received[1]?.headers['webhook-id']).toBe(headers['webhook-id']);
        expect(receiver.received[1]?.body).toBe(body);
        await waitUntil('the delivery', async () => ((await list())[0]?.status === 'delivered' ? true : undefined));
      },
      LIMIT_MS,
    );
  });
});
