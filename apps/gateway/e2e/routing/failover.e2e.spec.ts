import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  cutAfter,
  endAfter,
  hangsUp,
  jsonReply,
  malformedEventAfter,
  neverAnswers,
  notJson,
  type Reply,
  rateLimited,
  type StreamReply,
  serverError,
  TEST_KEYS,
  textReply,
  waitUntil,
} from '@multilane/testing';
import { readRefusal } from '../read-refusal.js';
import { HELLO, HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import {
  answerWith,
  calledModels,
  findRecord,
  helloFrom,
  recordOf,
  route,
  startRouting,
  textOf,
} from './start-routing.js';

const hello = jsonReply(completion());

const errorOf = (status: number, code = 'x') => jsonReply({ error: { message: 'no', type: 'x', code } }, { status });

/** The failures that are worth another attempt by default, and what a provider does to fail so. */
const WORTH: [reason: string, reply: Reply][] = [
  ['401', errorOf(401)],
  ['402', errorOf(402)],
  ['410', errorOf(410)],
  [
    'no-credit-as-400',
    jsonReply({ error: { message: 'Your credit balance is too low to access the API.' } }, { status: 400 }),
  ],
  ['quota-as-429', jsonReply({ error: { message: 'no', code: 'insufficient_quota' } }, { status: 429 })],
  ['retired-as-400', jsonReply({ error: { message: 'no', code: 'model_decommissioned' } }, { status: 400 })],
  ['403', errorOf(403)],
  ['404', errorOf(404)],
  ['408', errorOf(408)],
  ['409', errorOf(409)],
  ['429', rateLimited(20)],
  ['500', serverError(500)],
  ['502', textReply('<html>bad gateway</html>', { status: 502 })],
  ['503', serverError(503)],
  ['504', serverError(504)],
  ['529', serverError(529)],
  ['timeout', neverAnswers()],
  ['connect', hangsUp()],
  ['unreadable', notJson()],
];

const NOT_WORTH: [reason: string, status: number, code: string][] = [
  ['400', 400, 'provider_rejected_request'],
  ['422', 400, 'provider_rejected_request'],
];

const names = [...WORTH, ...NOT_WORTH].map(([reason]) => `fails-${reason}`);

/** Virtual models of one within another and a spare model, one for each test. */
const TRIOS = ['all', 'refused', 'mixed', 'unknown', 'nested', 'recorded', 'counted', 'named', 'streamed'] as const;

const modelsOf = (trio: string) => ['first', 'second', 'spare'].map((name) => `${trio}-${name}`);

let pair: Pair;

/** Models whose streams fail after their opening, each once. */
const OPENED = [1, 2, 3, 4, 5].map((number) => `opened-${number}`);

beforeAll(async () => {
  const single = ['repeats', 'gives-up', 'once', 'patient', 'impatient', 'picky', 'left'];
  pair = await startRouting({
    models: [
      'good',
      'cut',
      'late',
      'frail',
      'lone',
      'revoked',
      'dropped',
      'locked',
      'wrote-badly',
      ...OPENED,
      ...names,
      ...single,
      ...TRIOS.flatMap(modelsOf),
    ],
    virtual: [
      ...names.map((name) => route(`v-${name}`, [{ model: name, timeout_ms: 400 }, 'good'])),
      ...single.map((name) => route(`v-${name}`, [name], name === 'once' ? { retry: { attempts: 0 } } : {})),
      route('v-only-503', ['picky', 'good'], { retry: { on: [503] } }),
      route('v-cut', ['cut', 'good']),
      route('v-late', [{ model: 'late', timeout_ms: 300 }, 'good']),
      route('v-frail', ['frail', 'good']),
      route('v-revoked', ['revoked', 'good']),
      route('v-dropped', ['dropped', 'good']),
      route('v-locked', ['locked']),
      route('v-wrote-badly', ['wrote-badly', 'good']),
      ...OPENED.map((name) => route(`v-${name}`, [name, 'good'])),
      route('v-lone', ['lone'], { retry: { attempts: 0 } }),
      ...TRIOS.flatMap((trio) => [
        route(`${trio}-inner`, [`${trio}-first`, `${trio}-second`]),
        route(trio, [`${trio}-inner`, `${trio}-spare`], { retry: { attempts: 0 } }),
      ]),
    ],
  });
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

describe('docs/contract/routing.md#failover: failover', () => {
  it.each(WORTH)('%s: the next target answers at once, and the client sees one answer', async (reason, reply) => {
    answerWith(pair, { [`fails-${reason}`]: reply });
    const answer = await pair.chat({ model: `v-fails-${reason}` });
    expect([answer.status, textOf(answer)]).toEqual([200, 'from good']);
    expect(answer.headers).toMatchObject({ 'x-service-attempts': '2', 'x-service-model': 'good' });
    expect(calledModels(pair)).toEqual([`fails-${reason}`, 'good']);
  });

  it('a call that the model wrote wrongly is asked for once more, and then of the next target', async () => {
    answerWith(pair, { 'wrote-badly': errorOf(400, 'tool_use_failed') });
    const answer = await pair.chat({ model: 'v-wrote-badly' });
    expect([answer.status, textOf(answer)]).toEqual([200, 'from good']);
    expect(calledModels(pair)).toEqual(['wrote-badly', 'wrote-badly', 'good']);
    pair.upstream.requests.length = 0;
    expect(readRefusal(await pair.chat({ model: 'wrote-badly' }))).toMatchObject({
      status: 502,
      code: 'provider_error',
    });
    expect(calledModels(pair)).toEqual(['wrote-badly', 'wrote-badly']);
  });

  it.each(NOT_WORTH)('%s is no failure worth another attempt', async (reason, status, code) => {
    answerWith(pair, { [`fails-${reason}`]: errorOf(Number(reason)) });
    const answer = await pair.chat({ model: `v-fails-${reason}` });
    expect(readRefusal(answer)).toMatchObject({ status, code });
    expect(calledModels(pair)).toEqual([`fails-${reason}`]);
  });

  it('retry.on says which failures are worth another attempt', async () => {
    answerWith(pair, { picky: serverError(500) });
    expect((await pair.chat({ model: 'v-only-503' })).status).toBe(502);
    answerWith(pair, { picky: serverError(503) });
    expect(textOf(await pair.chat({ model: 'v-only-503' }))).toBe('from good');
  });

  it('every target has its turn, whatever retry.attempts says; the last failure is the answer', async () => {
    answerWith(pair, { 'all-first': serverError(500), 'all-second': serverError(503), 'all-spare': rateLimited(7) });
    const answer = await pair.chat({ model: 'all' });
    expect(readRefusal(answer)).toMatchObject({ status: 400, code: 'provider_rate_limited' });
    expect(answer.headers).toMatchObject({ 'retry-after': '7', 'x-should-retry': 'true' });
    expect(calledModels(pair)).toEqual(modelsOf('all'));
  });

  it('the first refusal is the answer if all targets reject us, and nobody is asked again', async () => {
    answerWith(pair, { 'refused-first': errorOf(401), 'refused-second': errorOf(404), 'refused-spare': errorOf(403) });
    expect(readRefusal(await pair.chat({ model: 'refused' }))).toMatchObject({ status: 502, code: 'provider_error' });
    expect(calledModels(pair)).toEqual(modelsOf('refused'));
    answerWith(pair, { locked: errorOf(404) });
    expect(readRefusal(await pair.chat({ model: 'v-locked' }))).toMatchObject({ status: 502, code: 'provider_error' });
    expect(calledModels(pair)).toEqual([...modelsOf('refused'), 'locked']);
  });

  it('the failure is the answer if one target fails and others reject us', async () => {
    answerWith(pair, { 'mixed-first': errorOf(404), 'mixed-second': serverError(503), 'mixed-spare': errorOf(404) });
    expect(readRefusal(await pair.chat({ model: 'mixed' }))).toMatchObject({ status: 502 });
  });

  it('a virtual model within another is one of its targets, with its own targets in turn', async () => {
    answerWith(pair, { 'nested-first': serverError(), 'nested-second': serverError() });
    expect(textOf(await pair.chat({ model: 'nested' }))).toBe('from nested-spare');
    expect(calledModels(pair)).toEqual(modelsOf('nested'));
  });

  it('the audit log says which targets there were and what became of each attempt', async () => {
    answerWith(pair, { 'recorded-first': serverError(503) });
    const answer = await pair.chat({ model: 'recorded' });
    expect(await recordOf(pair, answer)).toMatchObject({
      model: 'recorded',
      logical_name: 'recorded-second',
      attempts: 2,
      total_tokens: expect.any(Number),
      details: {
        routing: {
          route: 'recorded',
          strategy: 'failover',
          candidates: modelsOf('recorded'),
          attempts: [
            {
              model: 'recorded-first',
              provider: 'openai',
              outcome: 'provider_error',
              status: 503,
              ms: expect.any(Number),
            },
            {
              model: 'recorded-second',
              provider: 'openai',
              provider_kind: 'openai',
              outcome: 'success',
              ms: expect.any(Number),
            },
          ],
        },
      },
    });
  });

  it('each attempt is counted', async () => {
    const count = async (outcome: string) => {
      const line = new RegExp(
        `^service_upstream_requests_total{provider="openai",provider_kind="openai",outcome="${outcome}"} (\\d+)$`,
        'm',
      );
      return Number(line.exec(await pair.gateway.metrics())?.[1] ?? 0);
    };
    const [errors, successes] = [await count('provider_error'), await count('success')];
    answerWith(pair, { 'counted-first': serverError() });
    await pair.chat({ model: 'counted' });
    expect([await count('provider_error'), await count('success')]).toEqual([errors + 1, successes + 1]);
  });

  it.each([false, true])(
    "each attempt is counted by OpenTelemetry's names, tokens once (streamed: %s)",
    async (stream) => {
      const count = async (series: string) =>
        Number(
          (await pair.gateway.metrics())
            .split('\n')
            .find((line) => line.startsWith(series))
            ?.split(' ')
            .at(-1) ?? 0,
        );
      const seriesOf = (model: string, error: string) =>
        `gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="${model}",error_type="${error}"`;
      const counts = () =>
        Promise.all([
          count(seriesOf('named-first', 'provider_error')),
          count(seriesOf('named-second', '')),
          count(
            'gen_ai_client_token_usage_count{gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="named-first"',
          ),
          count(
            'gen_ai_client_token_usage_count{gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="named-second"',
          ),
        ]);
      const [failures = 0, answers = 0, none = 0, tokens = 0] = await counts();
      answerWith(pair, { 'named-first': serverError() });
      expect((await pair.chat({ model: 'named', stream })).status).toBe(200);
      await waitUntil('the count', async () => ((await counts())[1] === answers + 1 ? true : undefined));
      expect(await counts()).toEqual([failures + 1, answers + 1, none, tokens + 1]);
    },
  );
});

describe('docs/contract/routing.md#retries: retries', () => {
  it('the only target is called again, attempts times', async () => {
    answerWith(pair, { repeats: [serverError(), serverError(502), hello] });
    const answer = await pair.chat({ model: 'v-repeats' });
    expect([answer.status, answer.headers['x-service-attempts']]).toEqual([200, '3']);
  });

  it('and no more often', async () => {
    answerWith(pair, { 'gives-up': serverError() });
    const answer = await pair.chat({ model: 'v-gives-up' });
    expect([answer.status, calledModels(pair).length]).toEqual([502, 3]);
  });

  it('attempts: 0 calls it once', async () => {
    answerWith(pair, { once: serverError() });
    expect((await pair.chat({ model: 'v-once' })).status).toBe(502);
    expect(calledModels(pair)).toEqual(['once']);
  });

  it('Retry-After is waited for', async () => {
    answerWith(pair, { patient: [rateLimited(1), hello] });
    expect((await pair.chat({ model: 'v-patient' })).status).toBe(200);
    const [first, second] = pair.upstream.requests.map(({ times }) => times.received);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('a provider that asks for minutes of pause is not waited for: the client gets the refusal', async () => {
    answerWith(pair, { impatient: rateLimited(120) });
    const startedAt = performance.now();
    const answer = await pair.chat({ model: 'v-impatient' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(readRefusal(answer)).toMatchObject({ code: 'provider_rate_limited' });
    expect(answer.headers['retry-after']).toBe('120');
  });

  it('a client that leaves ends the waiting: nothing is called any more', async () => {
    answerWith(pair, { left: [rateLimited(1), hello] });
    const controller = new AbortController();
    const asking = fetch(`${pair.gateway.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TEST_KEYS.research}`,
        'content-type': 'application/json',
        'x-request-id': 'left-while-waiting',
      },
      body: JSON.stringify({ ...HELLO, model: 'v-left' }),
      signal: controller.signal,
    });
    await pair.upstream.waitForRequest();
    setTimeout(() => controller.abort(), 200);
    await expect(asking).rejects.toThrow();
    const record = await findRecord(pair, ({ request_id: id }) => id === 'left-while-waiting');
    expect(record).toMatchObject({ outcome: 'cancelled', status: 499, attempts: 1 });
    await sleep(1_500);
    expect(calledModels(pair)).toEqual(['left']);
  });
});

/** The stream's first `events`, then an event that reports an error, as providers send it inside a 200. */
function errorAfter(stream: StreamReply, events: number): StreamReply {
  const error = Buffer.from('data: {"error":{"message":"overloaded","type":"server_error","code":503}}\n\n');
  return { ...stream, chunks: [...stream.chunks.slice(0, events), error] };
}

describe('docs/contract/routing.md#failover: nothing is failed over once a byte of the answer has been sent', () => {
  it('a stream that fails before its first byte goes to the next target', async () => {
    answerWith(pair, { 'streamed-first': serverError(503) });
    const stream = await pair.stream({ model: 'streamed' });
    const events = (await stream.collect()).join();
    expect([stream.status, stream.headers['x-service-model']]).toEqual([200, 'streamed-second']);
    expect(events).toContain('streamed-second');
    expect(events).not.toContain('error');
  });

  it.each([
    ['breaks', 'opened-1', (stream: StreamReply) => cutAfter(stream, 1)],
    ['ends', 'opened-2', (stream: StreamReply) => endAfter(stream, 1)],
    ['has an event that cannot be read', 'opened-3', (stream: StreamReply) => malformedEventAfter(stream, 1)],
    ['reports an error', 'opened-4', (stream: StreamReply) => errorAfter(stream, 1)],
    ['reports an error as its first event', 'opened-5', (stream: StreamReply) => errorAfter(stream, 0)],
  ])('a stream that %s before its first word goes to the next target', async (_what, model, breakOff) => {
    answerWith(pair, { [model]: breakOff(helloFrom(model)) });
    const stream = await pair.stream({ model: `v-${model}` });
    const events = (await stream.collect()).join();
    expect([stream.headers['x-service-model'], calledModels(pair)]).toEqual(['good', [model, 'good']]);
    expect(events).toContain('good');
    expect(events).not.toContain('error');
    expect(events.match(/"role":"assistant"/g)).toHaveLength(1);
  });

  it('a stream that says nothing in time goes to the next target', async () => {
    answerWith(pair, { late: neverAnswers() });
    const stream = await pair.stream({ model: 'v-late' });
    expect(stream.headers['x-service-model']).toBe('good');
    await stream.collect();
  });

  it('a stream that breaks after its first byte is reported as broken, and nobody else is called', async () => {
    answerWith(pair, { cut: cutAfter(helloFrom('cut'), 2) });
    const stream = await pair.stream({ model: 'v-cut' });
    const events = await stream.collect();
    expect(events.at(-1)).toContain('provider_error');
    expect(events.join()).not.toContain('[DONE]');
    expect(calledModels(pair)).toEqual(['cut']);
  });
});

describe('docs/contract/routing.md#circuit-breaker: a target that fails five times in ten seconds is out', () => {
  it.each([
    ['401', 'revoked', 401],
    ['404 where another target answers', 'dropped', 404],
  ] as const)('also by a %s', async (_why, model, status) => {
    answerWith(pair, { [model]: errorOf(status) });
    for (let request = 0; request < 6; request++) {
      expect(textOf(await pair.chat({ model: `v-${model}` }))).toBe('from good');
    }
    expect(calledModels(pair).filter((called) => called === model)).toHaveLength(5);
  });

  it('not by a 404 of every target: that is what the caller asked for', async () => {
    const refusals = Object.fromEntries(modelsOf('unknown').map((model) => [model, errorOf(404)]));
    answerWith(pair, refusals);
    for (let request = 0; request < 6; request++) await pair.chat({ model: 'unknown' });
    answerWith(pair, {});
    expect(textOf(await pair.chat({ model: 'unknown' }))).toBe('from unknown-first');
  });

  it('it is called no more, and the others serve', async () => {
    answerWith(pair, { frail: serverError() });
    for (let request = 0; request < 5; request++) await pair.chat({ model: 'v-frail' });
    expect(calledModels(pair).filter((model) => model === 'frail')).toHaveLength(5);
    pair.upstream.requests.length = 0;
    const answer = await pair.chat({ model: 'v-frail' });
    expect([textOf(answer), answer.headers['x-service-attempts']]).toEqual(['from good', '1']);
    expect(calledModels(pair)).toEqual(['good']);
  });

  it('with no other target the request is rejected at once, with Retry-After', async () => {
    answerWith(pair, { lone: serverError() });
    for (let request = 0; request < 5; request++) await pair.chat({ model: 'v-lone' });
    pair.upstream.requests.length = 0;
    const answer = await pair.chat({ model: 'v-lone' });
    expect(readRefusal(answer)).toMatchObject({ status: 502, code: 'provider_error' });
    expect(answer.headers['retry-after']).toBe('30');
    expect(calledModels(pair)).toEqual([]);
  });

  it('streams that break after their first byte count too', async () => {
    answerWith(pair, { cut: cutAfter(helloFrom('cut'), 2) });
    for (let request = 0; request < 4; request++) await (await pair.stream({ model: 'v-cut' })).collect();
    const last = await pair.stream({ model: 'v-cut' });
    await last.collect();
    const out = await waitUntil('the target to be out', async () => {
      const stream = await pair.stream({ model: 'v-cut' });
      await stream.collect();
      return stream.headers['x-service-model'] === 'good' ? true : undefined;
    });
    expect(out).toBe(true);
  });
});
