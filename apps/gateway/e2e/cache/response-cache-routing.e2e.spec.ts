import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpAnswer, serverError, TEST_KEYS } from '@multilane/testing';
import { replyAs, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';

let pair: Pair;
let asked = 0;

beforeAll(async () => {
  const both = [{ model: 'gpt-4o' }, { model: 'anthropic-chat' }];
  const retry = { attempts: 0 };
  pair = await startEveryProvider({
    virtual_models: [
      { name: 'reliable', targets: both, retry },
      { name: 'spread', strategy: 'weighted', targets: both, retry },
    ],
    routing_configs: [
      { name: 'kept', cache: { ttl_seconds: 60 }, retry },
      { name: 'kept-both', targets: both, cache: {}, retry },
      { name: 'not-kept', cache: { enabled: false }, retry },
      { name: 'silent', retry },
    ],
    teams: [
      { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
      { name: 'support', api_keys: [{ name: 'desk', key: TEST_KEYS.support }] },
    ],
    cache: {
      policies: [
        { name: 'virtual', models: ['reliable', 'spread'] },
        { name: 'desk', teams: ['support'] },
      ],
    },
  });
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

const cacheOf = ({ headers }: Pick<HttpAnswer, 'headers'>): unknown => headers['x-service-cache'];
const servedBy = ({ headers }: Pick<HttpAnswer, 'headers'>): unknown => [
  headers['x-service-provider'],
  headers['x-service-model'],
];

function fresh(more: object): object {
  asked += 1;
  return { messages: [{ role: 'user', content: `question ${asked}` }], max_tokens: 50, ...more };
}

function answerAll(): void {
  pair.upstream.onRequest((request) => replyAs(request.path === '/v1/messages' ? 'anthropic' : 'openai', request, {}));
}

describe('docs/contract/cache.md#opt-in: opt-in by routing config', () => {
  it.each([
    ['kept', TEST_KEYS.research, ['miss', 'hit']],
    ['kept-both', TEST_KEYS.research, ['miss', 'hit']],
    ['silent', TEST_KEYS.research, [undefined, undefined]],
    ['silent', TEST_KEYS.support, ['miss', 'hit']],
    // The config takes precedence over a policy.
    ['not-kept', TEST_KEYS.support, [undefined, undefined]],
  ])('%s', async (config, key, expected) => {
    answerAll();
    const body = fresh({ model: 'gpt-4o' });
    const outcomes: unknown[] = [];
    for (let n = 0; n < 2; n++) {
      outcomes.push(cacheOf(await pair.chat(body, { key, headers: { 'x-service-config': config } })));
    }
    expect(outcomes).toEqual(expected);
  });
});

describe('an answer of a virtual model', () => {
  it('is cached under its name, says who gave it, and is returned without a provider call', async () => {
    const body = fresh({ model: 'reliable' });
    pair.upstream.enqueue(serverError());
    answerAll();
    const first = await pair.chat(body);
    const calls = pair.upstream.requests.length;
    const second = await pair.chat(body);
    expect([cacheOf(first), cacheOf(second)]).toEqual(['miss', 'hit']);
    expect(servedBy(first)).toEqual(['anthropic', 'anthropic-chat']);
    expect(servedBy(second)).toEqual(['anthropic', 'anthropic-chat']);
    expect(second.json()).toEqual(first.json());
    expect(pair.upstream.requests).toHaveLength(calls);
  });

  it('is not cached under the names of its targets, which no policy names', async () => {
    answerAll();
    const body = fresh({ model: 'reliable' });
    await pair.chat(body);
    expect(cacheOf(await pair.chat({ ...body, model: 'gpt-4o' }))).toBeUndefined();
  });

  it('streams in the words of whichever target answers, and never in words that cannot be read', async () => {
    const body = fresh({ model: 'reliable', stream: true });
    // The first target speaks chat, the second one messages: over /v1/messages they answer in different words.
    pair.upstream.enqueue(serverError());
    answerAll();
    const texts: string[] = [];
    const outcomes: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      const stream = await pair.open('/v1/messages', { body });
      await stream.ended;
      expect(stream.status).toBe(200);
      outcomes.push(cacheOf(stream));
      texts.push(stream.text());
    }
    expect(outcomes).toEqual(['miss', 'miss', 'hit']);
    expect(texts[2]).toBe(texts[1]?.replace(/^:\n\n/gm, ''));
    for (const text of texts) expect(text).toContain('message_stop');
  });

  it('is right whichever target comes first', async () => {
    pair.upstream.onRequest((request) => {
      const isAnthropic = request.path === '/v1/messages';
      return replyAs(isAnthropic ? 'anthropic' : 'openai', request, { text: [isAnthropic ? 'Of N.' : 'Of R.'] });
    });
    const body = fresh({ model: 'spread' });
    for (let n = 0; n < 20; n++) {
      const answer = await pair.chat(body);
      const { choices } = answer.json() as { choices: { message: { content: string } }[] };
      const [provider] = servedBy(answer) as string[];
      expect(choices[0]?.message.content).toBe(provider === 'anthropic' ? 'Of N.' : 'Of R.');
    }
    // One for each way in which the request is put.
    expect(pair.upstream.requests.length).toBeLessThanOrEqual(2);
  });
});
