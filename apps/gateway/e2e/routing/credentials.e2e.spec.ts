import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completion, completionEvents, jsonReply, rateLimited, streamReply, TEST_KEYS } from '@multilane/testing';
import { readRefusal } from '../read-refusal.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';
import { recordOf } from './start-routing.js';

const KEYS = ['sk-test-rotated-credential-1', 'sk-test-rotated-credential-2', 'sk-test-rotated-credential-3'];

let pair: Pair;

beforeAll(async () => {
  const groups = ['turns', 'rests', 'revoked', 'streams', 'tired', 'routed'];
  pair = await startPair((upstreamUrl) => ({
    providers: [
      ...groups.map((name) => ({ name, kind: 'openai', api_keys: KEYS, base_url: `${upstreamUrl}/v1` })),
      { name: 'several', kind: 'cohere', api_keys: KEYS, base_url: upstreamUrl },
    ],
    models: [
      ...groups.map((name) => ({ logical_name: name, provider: name, upstream_model: name })),
      { logical_name: 'several', provider: 'several', upstream_model: 'several', type: 'embedding' },
    ],
    virtual_models: [{ name: 'virtual', targets: [{ model: 'routed' }] }],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
  }));
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const sentKeys = () =>
  pair.upstream.requests.map(({ headers }) => KEYS.indexOf(String(headers.authorization).replace('Bearer ', '')) + 1);

/** The provider rejects these keys. */
function refuse(refused: readonly number[], reply = rateLimited(20)): void {
  pair.upstream.onRequest(({ headers, body }) => {
    const key = KEYS.indexOf(String(headers.authorization).replace('Bearer ', '')) + 1;
    if (refused.includes(key)) return reply;
    return (body as { stream?: boolean }).stream ? streamReply(completionEvents(['Hi'])) : jsonReply(completion());
  });
}

describe('docs/contract/routing.md#credential-rotation: several credentials of one provider are rotated, and one that is rate-limited rests', () => {
  it('they are used in turn', async () => {
    refuse([]);
    for (let request = 0; request < 4; request++) await pair.chat({ model: 'turns' });
    expect(sentKeys()).toEqual([1, 2, 3, 1]);
  });

  it('a request whose credential is rate-limited continues with the next; the other rests', async () => {
    refuse([1]);
    const answer = await pair.chat({ model: 'rests' });
    expect([answer.status, answer.headers['x-service-attempts']]).toEqual([200, '2']);
    for (let request = 0; request < 4; request++) await pair.chat({ model: 'rests' });
    expect(sentKeys()).toEqual([1, 2, 3, 2, 3, 2]);
  });

  it('so does one whose credential was revoked', async () => {
    refuse([1], jsonReply({ error: { message: 'no', type: 'x', code: 'invalid_api_key' } }, { status: 401 }));
    expect((await pair.chat({ model: 'revoked' })).status).toBe(200);
    await pair.chat({ model: 'revoked' });
    await pair.chat({ model: 'revoked' });
    expect(sentKeys()).toEqual([1, 2, 3, 2]);
  });

  it('before the first byte of a stream too', async () => {
    refuse([1]);
    const stream = await pair.stream({ model: 'streams' });
    expect([stream.status, (await stream.collect()).at(-1)]).toEqual([200, '[DONE]']);
    expect(sentKeys()).toEqual([1, 2]);
  });

  it('the client gets the refusal if all are rate-limited', async () => {
    refuse([1, 2, 3]);
    const answer = await pair.chat({ model: 'tired' });
    expect(readRefusal(answer)).toMatchObject({ status: 400, code: 'provider_rate_limited' });
    expect([answer.headers['retry-after'], sentKeys()]).toEqual(['20', [1, 2, 3]]);
  });

  it('a target of a virtual model has failed only when all its credentials have', async () => {
    refuse([1, 2]);
    expect((await pair.chat({ model: 'virtual' })).status).toBe(200);
    expect(sentKeys()).toEqual([1, 2, 3]);
  });

  it('calls of a request before the one that was rate-limited are paid for', async () => {
    const TOKENS = 10;
    pair.upstream.onRequest(({ body }) => {
      if (pair.upstream.requests.length === 5) return rateLimited(20);
      const float = (body as { texts: string[] }).texts.map(() => [0.5]);
      return jsonReply({ id: 'e', embeddings: { float }, meta: { billed_units: { input_tokens: TOKENS } } });
    });
    // The provider takes 96 texts a call, and four calls run at once: the fifth begins when one has been answered.
    const input = Array.from({ length: 5 * 96 }, () => 'text');
    const answer = await pair.send('/v1/embeddings', { body: { model: 'several', input } });
    expect([answer.status, answer.headers['x-service-attempts']]).toEqual([200, '10']);
    expect((await recordOf(pair, answer)).prompt_tokens).toBeGreaterThan(5 * TOKENS);
  });

  it('no credential is in the log', () => {
    for (const key of KEYS) expect(`${pair.gateway.stdout()}${pair.gateway.stderr()}`).not.toContain(key);
  });
});
