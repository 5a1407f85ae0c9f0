import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  completionEvents,
  type FakeUpstream,
  jsonReply,
  openAiResponsesReplies,
  type Reply,
  serviceDatabases,
  startUpstream,
  streamReply,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

const OWN = 'jane.doe@example.com';
const MODELS = 'someone.else@example.org';
const ANSWER = `Hello [EMAIL_1], ask ${MODELS}.`;

describe.each([...serviceDatabases()])('audit.capture_payloads on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  let own: Tenant;
  let other: Tenant;
  let token: string;
  const folder = mkdtempSync(join(tmpdir(), 'multilane-payloads-'));

  beforeAll(async () => {
    channel = createInProcessChannel();
    const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
    database = await openDatabase({ ...(await kind.create()), secretBox, channel });
    await database.migrate();
    upstream = await startUpstream();
    own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
    gateway = await startGatewayOn({ database, channel }, upstream.url, {
      audit: { capture_payloads: true, payload_max_kb: 2, spool_dir: folder },
      pii: {
        input: 'redact',
        output: 'off',
        restore: true,
        custom_entities: [{ name: 'employee_id', pattern: 'EMP-\\d{6}' }],
      },
      guardrails: [
        { name: 'no-bombs', kind: 'keywords', config: { keywords: ['bomb'] } },
        { name: 'no-poison', kind: 'keywords', phase: 'after', config: { keywords: ['poison'] } },
      ],
    });
    token = (await own.issueKey(true)).token;
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await upstream?.close();
    await kind.stop();
    rmSync(folder, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  afterEach(() => upstream.reset());

  const ask = (content: string, more: object = {}, by = token) =>
    gateway.send('/v1/chat/completions', {
      token: by,
      body: { model: 'shared-name', messages: [{ role: 'user', content }], ...more },
    });

  /** A later request's payload is stored after an earlier one's, so waiting for it is enough. */
  async function payloadOf(answer: Awaited<ReturnType<typeof ask>>, organizationId = own.organizationId) {
    const requestId = String(answer.headers['x-request-id']);
    const [record] = await waitUntil('the audit record', async () => {
      const { data } = await database.auditRecords.listPage(organizationId, { limit: 1, filters: { requestId } });
      return data.length > 0 ? data : undefined;
    });
    const text = await waitUntil('the payload', async () => {
      const payload = await database.auditPayloads.find(organizationId, record?.id ?? '');
      return payload?.text ?? (Date.now() - started > 3_000 ? 'none' : undefined);
    });
    return text === 'none'
      ? undefined
      : (JSON.parse(text) as { request: object; answer: object; is_truncated: boolean });
  }
  let started = Date.now();

  it('stores what was asked and answered without personal data, though the caller gets the own values back', async () => {
    started = Date.now();
    const call = {
      id: 'c',
      type: 'function',
      function: { name: 'f', arguments: '{"to":"someone.else\\u0040example.org"}' },
    };
    upstream.onRequest(() => jsonReply(completion({ content: ANSWER, tool_calls: [call] as never })));
    const answer = await ask(`I am ${OWN}, EMP-004711`, { metadata: { mail: MODELS } });
    expect(answer.text).toContain(OWN);
    const payload = await payloadOf(answer);
    expect(payload?.is_truncated).toBe(false);
    const text = JSON.stringify(payload);
    expect(text).toContain('I am [EMAIL_1], [EMPLOYEE_ID_1]');
    expect(text).toContain('Hello [EMAIL_1], ask [EMAIL_2].');
    expect(text).not.toMatch(/@example|u0040example|EMP-/);
  });

  it('stores the texts of a stream', async () => {
    started = Date.now();
    upstream.onRequest(() => streamReply(completionEvents(['Hello [EMA', 'IL_1], ask someone.el', 'se@example.org.'])));
    const answer = await ask(`I am ${OWN}`, { stream: true });
    expect(answer.text).toContain(OWN);
    expect((await payloadOf(answer))?.answer).toEqual({
      texts: [{ role: 'assistant', text: 'Hello [EMAIL_1], ask [EMAIL_2].' }],
    });
  });

  it('cuts what is long, with a mark', async () => {
    started = Date.now();
    upstream.onRequest(() => jsonReply(completion({ content: 'ok' })));
    const payload = await payloadOf(await ask('word '.repeat(2_000)));
    expect(payload?.is_truncated).toBe(true);
    expect(JSON.stringify(payload)).toContain('…[truncated]');
    expect(JSON.stringify(payload).length).toBeLessThan(4_000);
  });

  it('stores nothing of a request that a guardrail blocked, and no answer that one blocked', async () => {
    started = Date.now();
    upstream.onRequest(() => jsonReply(completion({ content: 'poison' })));
    const blocked = await ask('a bomb');
    const answerBlocked = await ask('harmless');
    expect([blocked.status, answerBlocked.status]).toEqual([400, 400]);
    expect(await payloadOf(answerBlocked)).toMatchObject({ answer: null });
    expect(await payloadOf(blocked)).toBeUndefined();
  });

  it('stores nothing of other organizations', async () => {
    started = Date.now();
    upstream.onRequest(() => jsonReply(completion({ content: 'ok' })));
    const { token: foreign } = await other.issueKey(true);
    const answer = await ask('Hi', {}, foreign);
    expect(answer.status).toBe(200);
    expect(await payloadOf(answer, other.organizationId)).toBeUndefined();
  });

  describe('docs/contract/responses.md#native: of a model that its provider serves in that format alone', () => {
    const ONLY_THERE = 'This model is only supported in v1/responses and not in v1/chat/completions.';
    const answerWith = (reply: Reply) =>
      upstream.onRequest(({ path }) =>
        path.endsWith('/responses') ? reply : jsonReply({ error: { message: ONLY_THERE } }, { status: 404 }),
      );
    const askNatively = (stream: boolean) =>
      gateway.send('/v1/responses', {
        token,
        body: { model: 'shared-name', instructions: `You help ${OWN}.`, input: `I am ${OWN}`, stream },
      });
    const parts = {
      text: ['Hello [EMA', 'IL_1], ask someone.el', 'se@example.org.'],
      calls: [{ id: 'c', name: 'f', arguments: JSON.stringify({ to: MODELS }) }],
    };

    // The first answer teaches the gateway that the model is served there alone: that request was translated to chat before.
    beforeAll(async () => {
      answerWith(openAiResponsesReplies.answer(parts));
      expect((await askNatively(false)).status).toBe(200);
      upstream.reset();
    }, HOOK_LIMIT_MS);

    it.each([false, true])('stores both sides without personal data, streamed: %s', async (stream) => {
      started = Date.now();
      answerWith(stream ? openAiResponsesReplies.stream(parts) : openAiResponsesReplies.answer(parts));
      const answer = await askNatively(stream);
      expect([answer.status, answer.text.includes(OWN)]).toEqual([200, true]);
      const payload = await payloadOf(answer);
      const text = JSON.stringify(payload);
      expect(payload?.request).toMatchObject({ instructions: 'You help [EMAIL_1].', input: 'I am [EMAIL_1]' });
      expect(text).toContain('Hello [EMAIL_1], ask [EMAIL_2].');
      expect(text).not.toMatch(/@example|u0040example/);
    });

    it('stores no answer that a guardrail blocked', async () => {
      started = Date.now();
      answerWith(openAiResponsesReplies.answer({ text: ['poison'] }));
      const blocked = await askNatively(false);
      expect(blocked.status).toBe(400);
      expect(await payloadOf(blocked)).toMatchObject({ answer: null });
    });
  });
});
