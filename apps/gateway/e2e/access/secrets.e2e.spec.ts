import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  errorEventAfter,
  jsonReply,
  notJson,
  type Reply,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  textReply,
} from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';

/** Words that must be found nowhere but in the request and the answer that they belong to. */
const PROMPT = `prompt-${randomBytes(8).toString('hex')}`;
const ANSWER = `answer-${randomBytes(8).toString('hex')}`;
const PROVIDER_WORDS = `provider-words-${randomBytes(8).toString('hex')}`;
const STRANGER = `ml-stranger${randomBytes(16).toString('hex')}`;

/** The end customer: recorded as such (docs/contract/audit.md#attribution), and found nowhere else. */
const CUSTOMER = `customer-${randomBytes(8).toString('hex')}`;

const asked = { messages: [{ role: 'user', content: `Remember ${PROMPT}` }], user: CUSTOMER };

let pair: Pair;
const answers: string[] = [];

/** Sends one request against one reply of the provider, and keeps what the caller saw. */
async function provoke(reply: Reply, body: object = {}): Promise<void> {
  pair.upstream.reset();
  pair.upstream.enqueue(reply);
  const answer = await pair.chat({ ...asked, ...body });
  answers.push(JSON.stringify(answer.headers), answer.status === 200 ? '' : answer.text);
}

beforeAll(async () => {
  pair = await startPair(() => ({ telemetry: { log_level: 'trace' } }));
  const error = (status: number) =>
    jsonReply(
      {
        error: {
          message: `${PROVIDER_WORDS}: ${asked.messages[0]?.content} key ${TEST_PROVIDER_KEYS.openai}`,
          code: 'x',
        },
      },
      { status },
    );
  await provoke(jsonReply(completion({ content: ANSWER })));
  for (const status of [400, 401, 403, 404, 408, 413, 422, 429, 500, 503]) await provoke(error(status));
  await provoke(notJson());
  await provoke(textReply(`<html>${PROVIDER_WORDS}</html>`, { status: 502 }));
  await provoke(streamReply(completionEvents([ANSWER])), { stream: true });
  await provoke(errorEventAfter(streamReply(completionEvents([ANSWER])), 2), { stream: true });
  // Refusals before a provider is asked.
  await provoke(error(500), { temperature: `${PROMPT}` });
  await provoke(error(500), { model: 'no-such-model' });
  answers.push((await pair.chat(asked, { key: STRANGER })).text);
  answers.push((await pair.send(`/v1/models?key=${STRANGER}`, { key: STRANGER })).text);
  answers.push((await pair.send('/v1/chat/completions', { method: 'POST', body: `{"${PROMPT}` })).text);
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const SECRETS: [what: string, secret: string][] = [
  ["a caller's key", TEST_KEYS.research],
  ["a stranger's key", STRANGER],
  ["the provider's credential", TEST_PROVIDER_KEYS.openai],
  ['the prompt', PROMPT],
];

describe('a planted secret is found nowhere', () => {
  it.each(SECRETS)(
    '%s: not in the logs nor in the audit log',
    async (_what, secret) => {
      await pair.gateway.stop();
      expect(pair.gateway.stdout()).toContain('"endpoint":"chat.completions"');
      expect(pair.gateway.stdout() + pair.gateway.stderr()).not.toContain(secret);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it.each([...SECRETS, ["the provider's own words", PROVIDER_WORDS]])('%s: not in an error', (_what, secret) => {
    expect(answers.join('\n')).not.toContain(secret);
  });

  it.each([['the answer', ANSWER]])('%s: not in the logs', (_what, secret) => {
    expect(pair.gateway.stdout() + pair.gateway.stderr()).not.toContain(secret);
  });

  it('the customer: in the records alone, as the customer', () => {
    const { gateway } = pair;
    const lines = (gateway.stdout() + gateway.stderr()).split('\n').filter((line) => line.includes(CUSTOMER));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const { customer, ...others } = JSON.parse(line) as Record<string, unknown>;
      expect([customer, others.level]).toEqual([CUSTOMER, undefined]);
      expect(JSON.stringify(others)).not.toContain(CUSTOMER);
    }
    expect(answers.join('\n')).not.toContain(CUSTOMER);
  });

  it(
    'the metrics hold none of them',
    async () => {
      const fresh = await startPair();
      try {
        fresh.upstream.enqueue(jsonReply(completion({ content: ANSWER })));
        await fresh.chat(asked);
        await fresh.chat({ ...asked, model: PROMPT });
        await fresh.chat(asked, { key: STRANGER });
        await fresh.send(`/v1/${PROMPT}`);
        const metrics = await fresh.gateway.metrics();
        expect(metrics).toContain('service_requests_total');
        for (const secret of [...SECRETS.map(([, each]) => each), ANSWER, CUSTOMER])
          expect(metrics).not.toContain(secret);
        // docs/contract/metrics.md#labels: no key, team or user as a label.
        expect(metrics).not.toMatch(/research|"ci"/);
      } finally {
        await fresh.stop();
      }
    },
    HOOK_LIMIT_MS,
  );
});
