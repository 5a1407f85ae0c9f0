import { generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  cutAfter,
  endAfter,
  errorEventAfter,
  hangsUp,
  jsonReply,
  malformedEventAfter,
  neverAnswers,
  notJson,
  type Reply,
  serverError,
  stallAfter,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  waitUntil,
} from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const BRIEF = { first_byte_ms: 700, idle_ms: 700, total_ms: 700 };

/** An issuer of credentials that answers when the test lets it. */
const waiting: ServerResponse[] = [];
const issuer = createServer((_incoming, response) => void waiting.push(response));

let pair: Pair;

beforeAll(async () => {
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  const { port } = issuer.address() as AddressInfo;
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const account = {
    type: 'service_account',
    project_id: 'my-project',
    client_email: 'gateway@my-project.iam.gserviceaccount.com',
    private_key: privateKey,
    token_uri: `http://127.0.0.1:${port}/`,
  };
  pair = await startPair((upstreamUrl) => ({
    providers: [
      { name: 'o', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1`, timeouts: BRIEF },
      {
        name: 'v',
        kind: 'vertex',
        location: 'europe-west4',
        base_url: upstreamUrl,
        credentials_json: JSON.stringify(account),
      },
    ],
    models: [
      { logical_name: 'gpt-4o', provider: 'o', upstream_model: 'gpt-4o-2024-11-20' },
      { logical_name: 'waits', provider: 'v', upstream_model: 'gemini-3-pro-preview' },
    ],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
  }));
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(async () => {
  await pair?.stop();
  issuer.closeAllConnections();
  issuer.close();
}, HOOK_LIMIT_MS);

const hello = streamReply(completionEvents(['Hel', 'lo', ' there.']));

/** End of a request, the provider's reply, and the time at which the client leaves, if it does. */
type End = [what: string, outcome: string, reply: Reply | undefined, body?: object, leaves?: 'waiting' | 'amid'];

const EITHER: End[] = [
  ['a refusal before the provider', 'refused', undefined, { temperature: 9 }],
  ['an unknown model', 'refused', undefined, { model: 'none' }],
  ['a refusal of the provider', 'failed', jsonReply({ error: { message: 'No.' } }, { status: 400 })],
  ['a failure of the provider', 'failed', serverError()],
  ['a provider that hangs up', 'failed', hangsUp()],
  ['a provider that never answers', 'failed', neverAnswers()],
  ['a client that leaves before the answer', 'cancelled', neverAnswers(), {}, 'waiting'],
];
const WHOLE: End[] = [
  ...EITHER,
  ['an answer', 'success', jsonReply(completion())],
  ['an answer that is not JSON', 'failed', notJson()],
  ['an answer that is no completion', 'failed', jsonReply({})],
];
const STREAMED: End[] = [
  ...EITHER,
  ['an answer', 'success', hello],
  ['a stream that is cut', 'failed', cutAfter(hello, 2)],
  ['a stream that ends early', 'failed', endAfter(hello, 2)],
  ['a stream that falls silent', 'failed', stallAfter(hello, 2)],
  ['an event that is not JSON', 'failed', malformedEventAfter(hello, 2)],
  ['an error within the stream', 'failed', errorEventAfter(hello, 2)],
  ['a client that leaves amid the stream', 'cancelled', stallAfter(hello, 2), {}, 'amid'],
];

type Case = [mode: 'whole' | 'streamed', ...end: End];

const CASES: Case[] = [
  ...WHOLE.map((end): Case => ['whole', ...end]),
  ...STREAMED.map((end): Case => ['streamed', ...end]),
];

let count = 0;

/** Waits until nothing is counted as being answered any more. */
async function expectNothingInFlight(): Promise<void> {
  await waitUntil('the gauges to return to zero', async () => {
    const gauges = (await pair.gateway.metrics()).matchAll(
      /^service_(?:requests|streams)_in_flight(?:\{.*\})? (\d+)$/gm,
    );
    const values = Array.from(gauges, ([, value]) => Number(value));
    return (values.length > 0 && values.every((value) => value === 0)) || undefined;
  });
}

function openCancellable(body: object, id: string) {
  const controller = new AbortController();
  const answer = fetch(`${pair.gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TEST_KEYS.research}`,
      'content-type': 'application/json',
      'x-request-id': id,
    },
    body: JSON.stringify(body),
    signal: controller.signal,
  });
  return { answer, leave: () => controller.abort() };
}

// First of all: the issuer is not waited for without end.
describe('a credential that is still being issued', () => {
  it.each([false, true])(
    'a client that leaves is settled once, as cancelled; streamed: %s',
    async (stream) => {
      const id = `left-while-issuing-${stream};`;
      const { answer, leave } = openCancellable({ ...HELLO, model: 'waits', stream }, id);
      await waitUntil('the issuer to be asked', () => waiting[0]);
      await sleep(100);
      leave();
      await expect(answer).rejects.toThrow();
      expect(await findAuditRecord(pair, id)).toMatchObject({ outcome: 'cancelled', status: 499 });
      await expectNothingInFlight();
    },
    HOOK_LIMIT_MS,
  );

  it(
    'nobody is asked for a client that left, once the credential is there',
    async () => {
      const token = JSON.stringify({ access_token: 'ya29.token', expires_in: 3_600, token_type: 'Bearer' });
      for (const response of waiting) response.setHeader('content-type', 'application/json').end(token);
      await sleep(300);
      expect(pair.upstream.requests).toEqual([]);
      await expectNothingInFlight();
    },
    HOOK_LIMIT_MS,
  );
});

describe('every request is settled exactly once: one audit record, and nothing left in flight', () => {
  it.each(CASES)(
    '%s: %s: %s',
    async (mode, _what, outcome, reply, body = {}, leaves = undefined) => {
      if (reply) pair.upstream.enqueue(reply);
      count += 1;
      const id = `settled-${count};`;
      const streamed = mode === 'streamed';
      const { answer, leave } = openCancellable({ ...HELLO, ...(streamed && { stream: true }), ...body }, id);
      if (leaves === 'waiting') {
        await pair.upstream.waitForRequest();
        leave();
        await expect(answer).rejects.toThrow();
        await pair.upstream.waitForAbort();
      } else if (leaves === 'amid') {
        await (await answer).body?.getReader().read();
        leave();
        await pair.upstream.waitForAbort();
      } else {
        await (await answer).text();
      }
      expect(await findAuditRecord(pair, id)).toMatchObject({ outcome });
      await expectNothingInFlight();
      // A second record would be written by now.
      await sleep(50);
      await findAuditRecord(pair, id);
    },
    HOOK_LIMIT_MS,
  );
});
