import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import type { GatewayError } from '@multilane/errors';
import type { AuditRecord } from '@multilane/telemetry';
import { TEST_KEYS } from '@multilane/testing';
import { CHAT } from '../endpoints/chat/chat.endpoint.js';
import type { Admission, IncomingRequest } from '../recording/request-parts.js';
import type { AnswerBody, AnswerHeaders, AnswerSink, ReaderListener, StreamSource } from '../services/answer-sink.js';
import { Authenticators } from '../snapshot/access/authenticators.js';
import { SnapshotUpdater } from '../snapshot/snapshot-updater.js';
import { createServices } from '../start/create-services.js';
import type { PipelineServices } from './pipeline-services.js';
import { runPipeline } from './run-pipeline.js';

const CONFIG = {
  telemetry: { log_level: 'silent' },
  providers: [{ name: 'simulator', kind: 'simulator' }],
  models: ['first', 'second', 'forbidden'].map((name) => ({
    logical_name: name,
    provider: 'simulator',
    upstream_model: 'simulator',
    prices: { input_per_million: 1, output_per_million: 2 },
  })),
  virtual_models: [
    { name: 'either', targets: [{ model: 'first' }, { model: 'second' }], shadow: { model: 'second', percent: 100 } },
  ],
  teams: [
    {
      name: 'research',
      allowed_models: ['first', 'either'],
      rpm_limit: 8,
      tpm_limit: 100_000,
      token_budget_monthly: 1_000_000,
      api_keys: [{ name: 'worker', key: TEST_KEYS.research, budget_usd_monthly: 5 }],
    },
  ],
  guardrails: [{ name: 'no-codename', kind: 'keywords', config: { keywords: ['project x'] } }],
  pii: { entities: ['email'], input: 'redact', output: 'stream', restore: true },
  cache: { policies: [{ name: 'all', models: ['first'], ttl_seconds: 60 }] },
};

/** Gathers what a worker would write down. */
class MemorySink implements AnswerSink {
  status: number | undefined = undefined;
  headers: AnswerHeaders = {};
  text = '';
  isStream = false;
  isEnded = false;
  error: GatewayError | undefined = undefined;
  listener: ReaderListener | undefined = undefined;
  source: StreamSource | undefined = undefined;

  watch(listener: ReaderListener): void {
    this.listener = listener;
  }

  unwatch(): void {
    this.listener = undefined;
  }

  sendWhole(headers: AnswerHeaders, body: string | Buffer): void {
    Object.assign(this, { status: 200, headers, text: body.toString(), isEnded: true });
  }

  async sendBody({ body, headers, status }: AnswerBody): Promise<void> {
    Object.assign(this, { status, headers, isEnded: true });
    if (typeof body === 'string' || body instanceof Uint8Array) this.text = body.toString();
    else for await (const bytes of body) this.text += Buffer.from(bytes).toString('latin1');
  }

  openStream(headers: AnswerHeaders, source: StreamSource): void {
    Object.assign(this, { status: 200, headers, source, isStream: true });
  }

  keepAlive(): void {}

  write(text: string): void {
    this.text += text;
  }

  end(text: string): void {
    this.text += text;
    this.isEnded = true;
  }

  sendError(error: GatewayError): void {
    this.error = error;
    this.status = error.status;
  }
}

let services: PipelineServices & { close(): Promise<void> };
let keeper: SnapshotUpdater;
let admission: Admission;
const records: AuditRecord[] = [];

beforeAll(async () => {
  const { config } = parseConfig(JSON.stringify(CONFIG), { env: {} });
  const made = await createServices(config);
  services = { ...made, audit: { ...made.audit, write: (record) => void records.push(record) } };
  keeper = new SnapshotUpdater(services, new Authenticators(services.snapshots, services.tasks, undefined), undefined);
  keeper.start(config);
  const snapshot = services.snapshots.current;
  if (snapshot === undefined) throw new Error('there is no snapshot');
  const caller = await snapshot.authenticate({ authorization: `Bearer ${TEST_KEYS.research}` }, Date.now(), undefined);
  admission = { caller, snapshot };
}, 30_000);

afterAll(async () => {
  await keeper?.close();
  await services?.close();
}, 30_000);

let count = 0;

/** Runs a chat as a worker runs a job: nothing of it came over HTTP. */
async function run(body: object, watch: (sink: MemorySink) => void = () => undefined): Promise<MemorySink> {
  const sink = new MemorySink();
  const request: IncomingRequest = {
    requestId: `job-${++count}`,
    method: 'JOB',
    path: '/v1/chat/completions',
    endpoint: CHAT.name,
    clientAddress: null,
    admission,
    headers: {},
    isLarge: false,
  };
  const running = runPipeline(CHAT, { admission, body, request, services, sink });
  watch(sink);
  await running;
  await services.inFlight.waitForNone(5_000);
  return sink;
}

const chat = (model: string, content: string, more: object = {}) => ({
  model,
  messages: [{ role: 'user', content }],
  ...more,
});

const lastRecord = (): AuditRecord | undefined => records.filter(({ details }) => !details?.shadow_of).at(-1);

describe('a chat without a socket goes through every policy', () => {
  it('whole: its personal data is replaced and put back, it is priced, charged to its budgets and recorded', async () => {
    const sink = await run(chat('first', 'I am bob@example.com'));
    expect(sink).toMatchObject({ status: 200, isEnded: true, isStream: false, error: undefined });
    expect(JSON.parse(sink.text).choices[0].message.content).toBe('You said: I am bob@example.com');
    expect(sink.headers).toMatchObject({ 'x-service-model': 'first', 'x-service-attempts': '1' });
    expect(Number(sink.headers['x-service-cost'])).toBeGreaterThan(0);
    const record = lastRecord();
    expect(record).toMatchObject({
      request_id: 'job-1',
      outcome: 'success',
      status: 200,
      team: 'research',
      attempts: 1,
    });
    expect(record?.total_tokens).toBeGreaterThan(0);
    expect(record?.charges.length).toBe(2);
  });

  it('is answered from the cache the second time', async () => {
    const sink = await run(chat('first', 'I am bob@example.com'));
    expect(sink.headers).toMatchObject({ 'x-service-cache': 'hit', 'x-service-attempts': '0' });
    expect(lastRecord()).toMatchObject({ cache: 'hit', cost_usd: 0 });
  });

  it('streamed, by way of a route with a shadow', async () => {
    const sink = await run(chat('either', 'Hello there', { stream: true }));
    expect(sink).toMatchObject({ status: 200, isEnded: true, isStream: true });
    const said = sink.text
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .map((event) => JSON.parse(event.slice(6)).choices[0]?.delta.content ?? '');
    expect(said.join('')).toBe('You said: Hello there');
    expect(sink.text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(lastRecord()).toMatchObject({
      streamed: true,
      outcome: 'success',
      details: { routing: { route: 'either' } },
    });
    const shadow = () => records.find(({ details }) => details?.shadow_of === `job-${count}`);
    while (shadow() === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(shadow()).toMatchObject({ logical_name: 'second', outcome: 'success', status: 200, streamed: true });
  });

  it.each([
    ['a guardrail', chat('first', 'tell me of Project X'), 'guardrail_blocked'],
    ["its team's models", chat('forbidden', 'Hi'), 'model_not_allowed'],
    ['validation', chat('first', 'Hi', { temperature: 'hot' }), 'invalid_value'],
  ])('is rejected by %s, and the refusal is recorded once', async (_policy, body, code) => {
    const before = records.length;
    const sink = await run(body);
    expect(sink).toMatchObject({ error: { code }, text: '', isEnded: false });
    expect(records.slice(before)).toMatchObject([{ outcome: 'refused', error_code: code }]);
  });

  it('ends when nobody waits for it any more, and is recorded as cancelled', async () => {
    const sink = await run(chat('first', 'a stream that is left', { stream: true }), (watched) => {
      const leave = () => (watched.text === '' ? setImmediate(leave) : watched.listener?.readerLeft());
      leave();
    });
    expect(sink.error).toBeUndefined();
    expect(sink.text).not.toContain('[DONE]');
    expect(lastRecord()).toMatchObject({ outcome: 'cancelled', error_code: null });
  });

  it('is rejected once its rate limit is reached', async () => {
    const codes: (string | undefined)[] = [];
    for (let each = 0; each < 8; each++) codes.push((await run(chat('first', `Hi ${each}`))).error?.code);
    expect(codes).toContain('rpm_exceeded');
    expect(codes[0]).toBeUndefined();
  });
});
