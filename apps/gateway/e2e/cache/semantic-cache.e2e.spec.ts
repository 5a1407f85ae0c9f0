import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  type HttpAnswer,
  jsonReply,
  repliesOf,
  streamReply,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { startEveryProvider } from '../start-every-provider.js';
import { type GatewayCall, HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS } from '../start-pair.js';
import { taskReply } from '../task-replies.js';

let pair: Pair;

const SECOND_KEY = 'ml-test-research-second-key-0042';

beforeAll(async () => {
  pair = await startEveryProvider({
    teams: [
      {
        name: 'research',
        api_keys: [
          { name: 'ci', key: TEST_KEYS.research },
          { name: 'second', key: SECOND_KEY },
        ],
      },
      { name: 'support', api_keys: [{ name: 'desk', key: TEST_KEYS.support }] },
    ],
    cache: {
      policies: [
        { name: 'builtin', models: ['gpt-4o'], mode: 'semantic', semantic: { timeout_ms: 2_000, max_temperature: 1 } },
        {
          name: 'team',
          models: ['compatible-chat'],
          mode: 'semantic',
          semantic: { shared_by: 'team', turns: 2, timeout_ms: 2_000 },
        },
        {
          name: 'by model',
          models: ['azure-chat'],
          mode: 'semantic',
          semantic: { embedding_model: 'openai-embedding', threshold: 0.9, timeout_ms: 1_000 },
        },
      ],
    },
  });
}, HOOK_LIMIT_MS);
beforeEach(() => pair.upstream.onRequest(taskReply));
afterEach(() => pair.upstream.reset());
afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

let topics = 0;
/** A word that no test before has used. */
function topic(): string {
  topics += 1;
  return `topic${topics}`;
}

const cacheOf = ({ headers }: Pick<HttpAnswer, 'headers'>): unknown => headers['x-service-cache'];
const ask = (content: unknown, more: object = {}, call?: GatewayCall) =>
  pair.chat({ messages: [{ role: 'user', content }], ...more }, call);

async function countStored(): Promise<number> {
  const { text } = await pair.send('/metrics', { key: null });
  return Number(/^service_semantic_cache_total\{result="stored"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

/** Asks, and waits until the question can be compared: its vector comes after the answer. */
async function teach(send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const before = await countStored();
  const answer = await send();
  await waitUntil('the question to be stored', async () => (await countStored()) > before || undefined, 30_000);
  return answer;
}

describe('docs/contract/cache.md#semantic: a question in other words', () => {
  it(
    'gets the answer of the first, for nothing, and says whose it is',
    async () => {
      const about = topic();
      const first = await teach(() => ask(`How do I reset ${about}?`));
      const second = await ask(`Please tell me how to reset ${about}`);
      expect(cacheOf(second)).toBe('hit');
      expect(second.text).toBe(first.text);
      expect(second.headers['x-service-cache-request']).toBe(first.headers['x-request-id']);
      expect(Number(second.headers['x-service-cache-similarity'])).toBeGreaterThan(0.75);
      expect(second.headers['x-service-cost']).toBe('0');
      expect(second.headers['x-service-attempts']).toBe('0');
      const record = await findAuditRecord(pair, String(second.headers['x-request-id']));
      expect(record).toMatchObject({
        cache: 'hit',
        cost_usd: 0,
        details: { cache: { kind: 'semantic', request_id: first.headers['x-request-id'], policy: 'builtin' } },
      });
      expect((record as { details: { cache: { similarity: number } } }).details.cache.similarity).toBeGreaterThan(0.75);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it('in Chinese and in German is compared by its words, at once', async () => {
    const about = topic();
    for (const [one, other] of [
      [`怎么重置${about}的密码？`, `请问如何重置${about}的密码`],
      [
        `Wie setze ich das Passwort von ${about} zurück?`,
        `Bitte sag mir, wie ich das Passwort von ${about} zurück setze.`,
      ],
    ]) {
      await ask(one);
      const second = await ask(other);
      expect(second.headers['x-service-cache-similarity']).toBe('1.000');
    }
  });

  it('streams the answer of a stream, and never that of a whole one', async () => {
    const about = topic();
    await ask(`怎么关闭${about}？`);
    pair.upstream.enqueue(repliesOf('openai').stream({ text: ['Fog ', 'over ', 'Oslo.'] }));
    const body = (content: string) => ({ messages: [{ role: 'user', content }] });
    const first = await pair.stream(body(`怎么关闭${about}？`));
    await first.ended;
    expect(cacheOf(first)).toBe('miss');
    const second = await pair.stream(body(`请问如何关闭${about}？`));
    await second.ended;
    expect(cacheOf(second)).toBe('hit');
    expect(second.text()).toBe(first.text());
  });

  it.each([
    ['another number', '100克米饭有多少卡路里', '150克米饭有多少卡路里'],
    ['a negation', '布洛芬可以和酒一起吃吗', '布洛芬不可以和酒一起吃吗'],
    ['the way back', '从北京到上海的火车', '从上海到北京的火车'],
    ['another name', 'Wie hoch ist der Mont Blanc?', 'Wie hoch ist der Mont Ventoux?'],
    ['another language', 'Ist das Geschäft offen?', '商店开门吗'],
  ])('gets no answer for %s', async (_what, one, other) => {
    await ask(one);
    expect(cacheOf(await ask(other))).toBe('miss');
    expect(pair.upstream.requests).toHaveLength(2);
  });
});

describe('the rest of a request must be identical', () => {
  const question = (about: string) => ({ role: 'user', content: `怎么打开${about}？` });
  const other = (about: string) => ({ role: 'user', content: `请问如何开启${about}` });
  it.each<[string, (about: string) => object, (about: string) => object]>([
    [
      'the system prompt',
      (a) => ({ messages: [{ role: 'system', content: 'A' }, question(a)] }),
      (a) => ({ messages: [{ role: 'system', content: 'B' }, other(a)] }),
    ],
    [
      'a system prompt that is missing',
      (a) => ({ messages: [{ role: 'system', content: 'A' }, question(a)] }),
      (a) => ({ messages: [other(a)] }),
    ],
    [
      'who says it',
      (a) => ({ messages: [{ role: 'system', content: 'A' }, question(a)] }),
      (a) => ({ messages: [{ role: 'user', content: 'A' }, other(a)] }),
    ],
    [
      'what was said before',
      (a) => ({ messages: [{ role: 'user', content: 'x' }, { role: 'assistant', content: 'y' }, question(a)] }),
      (a) => ({ messages: [{ role: 'user', content: 'x' }, { role: 'assistant', content: 'z' }, other(a)] }),
    ],
    [
      'the temperature',
      (a) => ({ messages: [question(a)], temperature: 0.1 }),
      (a) => ({ messages: [other(a)], temperature: 0.2 }),
    ],
    [
      'the tools',
      (a) => ({ messages: [question(a)] }),
      (a) => ({ messages: [other(a)], tools: [{ type: 'function', function: { name: 'f', parameters: {} } }] }),
    ],
    [
      'the response format',
      (a) => ({ messages: [question(a)] }),
      (a) => ({ messages: [other(a)], response_format: { type: 'json_object' } }),
    ],
  ])('%s', async (_what, one, two) => {
    const about = topic();
    await pair.chat(one(about));
    expect(cacheOf(await pair.chat(two(about)))).toBe('miss');
    // Everything else being the same, it is found.
    expect(
      cacheOf(
        await pair.chat({
          ...one(about),
          messages: [...(one(about) as { messages: object[] }).messages.slice(0, -1), other(about)],
        }),
      ),
    ).toBe('hit');
  });

  it.each<[string, object]>([
    [
      'results of tools',
      {
        messages: [
          { role: 'user', content: 'q' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'c', content: 'r' },
        ],
      },
    ],
    ['pictures', { image: true }],
    ['a high temperature', { temperature: 1.1 }],
  ])(
    'requests with %s are only compared exactly',
    async (_what, { messages = [], image, ...more }: { messages?: object[]; image?: boolean }) => {
      const about = topic();
      const body = (text: string) => ({
        ...more,
        messages: [
          ...messages,
          {
            role: 'user',
            content: [
              { type: 'text', text },
              ...(image ? [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }] : []),
            ],
          },
        ],
      });
      await pair.chat(body(`怎么打开${about}？`));
      expect(cacheOf(await pair.chat(body(`请问如何打开${about}？`)))).toBe('miss');
      expect(cacheOf(await pair.chat(body(`怎么打开${about}？`)))).toBe('hit');
    },
  );

  it('Cache-Control decides as for identical requests', async () => {
    const about = topic();
    const control = (value: string) => ({ headers: { 'cache-control': value } });
    await ask(`怎么打开${about}？`);
    expect(cacheOf(await ask(`如何打开${about}？`, {}, control('no-store')))).toBeUndefined();
    expect(cacheOf(await ask(`请问如何打开${about}？`, {}, control('no-cache')))).toBe('miss');
    expect(cacheOf(await ask(`请问怎样打开${about}？`))).toBe('hit');
  });
});

describe('tenants', () => {
  const one = (about: string) => `怎么打开${about}？`;
  const other = (about: string) => `请问如何打开${about}？`;

  it('questions of one key are not answered to another of the same team, which gets the answer to the identical request', async () => {
    const about = topic();
    await ask(one(about));
    expect(cacheOf(await ask(other(about), {}, { key: SECOND_KEY }))).toBe('miss');
    expect(cacheOf(await ask(one(about), {}, { key: SECOND_KEY }))).toBe('hit');
  });

  it('with `shared_by: team`, keys of a team share, and other teams do not', async () => {
    const about = topic();
    await ask(one(about), { model: 'compatible-chat' });
    expect(cacheOf(await ask(other(about), { model: 'compatible-chat' }, { key: TEST_KEYS.support }))).toBe('miss');
    expect(cacheOf(await ask(other(about), { model: 'compatible-chat' }, { key: SECOND_KEY }))).toBe('hit');
  });

  it('another model of the same caller gets no answer', async () => {
    const about = topic();
    await ask(one(about));
    expect(cacheOf(await ask(other(about), { model: 'azure-chat' }))).toBe('miss');
    expect(cacheOf(await ask(other(about), { model: 'compatible-chat' }))).toBe('miss');
  });

  it('with two turns, both are compared, and the answer between them must be the same', async () => {
    const about = topic();
    const talk = (first: string, between: string, last: string) => ({
      model: 'compatible-chat',
      messages: [
        { role: 'user', content: first },
        { role: 'assistant', content: between },
        { role: 'user', content: last },
      ],
    });
    await pair.chat(talk(one(about), 'a', '为什么？'));
    expect(cacheOf(await pair.chat(talk(other(about), 'a', '请问为何？')))).toBe('hit');
    expect(cacheOf(await pair.chat(talk(other(about), 'b', '请问为何？')))).toBe('miss');
    expect(cacheOf(await pair.chat(talk(one(`${about}9`), 'a', '请问为何？')))).toBe('miss');
  });
});

describe('an embedding model of a provider', () => {
  const vector = (numbers: readonly number[]) =>
    jsonReply({
      object: 'list',
      model: 'e',
      data: [{ object: 'embedding', index: 0, embedding: numbers }],
      usage: { prompt_tokens: 5, total_tokens: 5 },
    });
  const play = (embeddingOf: (text: string) => readonly number[]) =>
    pair.upstream.onRequest((request) => {
      const body = request.body as { input?: string[] };
      return body.input === undefined ? jsonReply(completion()) : vector(embeddingOf(String(body.input[0])));
    });

  it('is asked as the caller, and charged', async () => {
    play(() => [1, 0]);
    const about = topic();
    const first = await teach(() => ask(`How do I reset ${about}?`, { model: 'azure-chat' }));
    const second = await ask(`Please tell me how to reset ${about}`, { model: 'azure-chat' });
    expect(second.headers['x-service-cache-similarity']).toBe('1.000');
    const record = await findAuditRecord(pair, `${String(first.headers['x-request-id'])}_cache`);
    expect(record).toMatchObject({ endpoint: 'embeddings', api_key_name: 'ci', total_tokens: 5 });
  });

  it('decides where the words agree: below the threshold there is no answer', async () => {
    let calls = 0;
    play(() => {
      calls += 1;
      return calls === 1 ? [1, 0] : [0.8, 0.6];
    });
    const about = topic();
    await teach(() => ask(`How do I reset ${about}?`, { model: 'azure-chat' }));
    expect(cacheOf(await ask(`Please tell me how to reset ${about}`, { model: 'azure-chat' }))).toBe('miss');
  });

  it(
    'that fails or hangs makes a miss within the time limit, and a metric says so',
    async () => {
      play(() => [1, 0]);
      const about = topic();
      await teach(() => ask(`How do I reset ${about}?`, { model: 'azure-chat' }));
      pair.upstream.onRequest((request) =>
        (request.body as { input?: unknown }).input === undefined
          ? jsonReply(completion())
          : streamReply(['{'], { delayMs: 10_000 }),
      );
      const startedAt = performance.now();
      const answer = await ask(`Please tell me how to reset ${about}`, { model: 'azure-chat' });
      expect(answer.status).toBe(200);
      expect(cacheOf(answer)).toBe('miss');
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      const { text } = await pair.send('/metrics', { key: null });
      expect(text).toMatch(/^service_semantic_cache_total\{result="(late|no_vector)"\} [1-9]/m);
    },
    SLOW_TEST_LIMIT_MS,
  );
});
