import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonReply, repliesOf, streamReply } from '@multilane/testing';
import { readRefusal, unsupportedParameter } from '../read-refusal.js';
import { answerWith, BEHIND, type BehindGateway, PLAYED, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';
import { TEXT_COMPLETION, TEXT_COMPLETION_EVENTS, taskReply } from '../task-replies.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider();
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.onRequest(taskReply));

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

const sent = () => pair.upstream.requests.map(({ body }) => body as Record<string, unknown>);
const paths = () => pair.upstream.requests.map(({ path }) => path);

/** The answer of POST, once it is known to be one. */
async function post<Answer = Record<string, unknown>>(path: string, body: object): Promise<Answer> {
  const answer = await pair.send(path, { body });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json() as Answer;
}

describe('docs/contract/completions.md#completions: legacy text completions', () => {
  const PROMPT = 'Once upon a time';

  it('group R passes through: the body with the model swapped, the answer word for word', async () => {
    const text = JSON.stringify({ ...TEXT_COMPLETION, newer: { member: 1 } });
    pair.upstream.enqueue(jsonReply(JSON.parse(text)));
    const body = { model: 'openai-completion', prompt: ['a', 'b'], echo: true, logprobs: 2, best_of: 3, suffix: '.' };
    const answer = await pair.send('/v1/completions', { body });
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(sent()).toEqual([{ ...body, model: 'gpt-3.5-turbo-instruct' }]);
  });

  it('group R streams as it came, with usage only where it was asked for', async () => {
    for (const include_usage of [true, false]) {
      pair.upstream.enqueue(streamReply(TEXT_COMPLETION_EVENTS));
      const body = { model: 'openai-completion', prompt: PROMPT, stream: true, stream_options: { include_usage } };
      const lines = await (await pair.open('/v1/completions', { body })).collect();
      expect([include_usage, lines.at(-1)]).toEqual([include_usage, '[DONE]']);
      const chunks = lines.slice(0, -1).map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(chunks.filter(({ usage }) => usage)).toHaveLength(include_usage ? 1 : 0);
    }
  });

  it.each(PLAYED.filter(({ group }) => group !== 'R'))(
    'group $group runs the prompt as one user message',
    async (behind) => {
      answerWith(pair, behind);
      const answer = await post('/v1/completions', { model: behind.model, prompt: PROMPT, max_tokens: 5 });
      expect(answer).toMatchObject({
        id: expect.stringMatching(/^cmpl-/),
        object: 'text_completion',
        choices: [{ index: 0, text: 'Hello there.', finish_reason: 'stop', logprobs: null }],
        usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
      });
      expect(JSON.stringify(sent()).split(PROMPT)).toHaveLength(2);
      expect(JSON.stringify(sent()).match(/"role":"\w+"/g)).toEqual(['"role":"user"']);
    },
  );

  it.each(PLAYED.filter(({ group }) => group !== 'R'))(
    'group $group streams text, usage at the end, and [DONE]',
    async (behind) => {
      answerWith(pair, behind);
      const body = { model: behind.model, prompt: PROMPT, stream: true };
      const lines = await (await pair.open('/v1/completions', { body })).collect();
      const chunks = lines.slice(0, -1).map((line) => JSON.parse(line) as typeof TEXT_COMPLETION);
      expect(lines.at(-1)).toBe('[DONE]');
      expect(chunks.map(({ object }) => object)).toEqual(chunks.map(() => 'text_completion'));
      expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['stop']);
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    },
  );

  it.each([
    ['echo', { echo: true }],
    ['suffix', { suffix: '.' }],
    ['logprobs', { logprobs: 1 }],
    ['best_of', { best_of: 2 }],
    ['prompt', { prompt: ['a', 'b'] }],
    ['prompt', { prompt: [1, 2] }],
  ])('a parameter that chat lacks is rejected before a native group: %s %j', async (param, members) => {
    const answer = await pair.send('/v1/completions', {
      body: { model: 'anthropic-chat', prompt: PROMPT, ...members },
    });
    expect(readRefusal(answer)).toEqual(unsupportedParameter(param));
  });
});

describe('docs/contract/responses.md#request: stateless', () => {
  it.each([
    ['store', { store: true }],
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['conversation', { conversation: 'conv_1' }],
    ['background', { background: true }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
    ['truncation', { truncation: 'auto' }],
    ['input[0].type', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
  ])('%s is 400 unsupported_parameter', async (param, members) => {
    const answer = await pair.send('/v1/responses', { body: { model: 'gpt-4o', input: 'Hello', ...members } });
    expect(readRefusal(answer)).toEqual(unsupportedParameter(param));
  });

  it.each(BEHIND)('works on every provider, the whole conversation in input: $kind', async (behind) => {
    answerWith(pair, behind);
    const input = [
      { role: 'user', content: 'My name is Ada.' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Hello Ada.' }] },
      { role: 'user', content: [{ type: 'input_text', text: 'Hello again' }] },
    ];
    const answer = await post('/v1/responses', { model: behind.model, input, store: false, metadata: { a: 'b' } });
    expect(answer).toMatchObject({ object: 'response', status: 'completed', store: false, metadata: { a: 'b' } });
    if (behind.kind !== 'simulator') {
      expect(JSON.stringify(sent())).toMatch(/My name is Ada\..*Hello Ada\..*Hello again/);
    }
  });
});

describe('docs/contract/chat.md#hosted-tools, hosted tools are rejected on chat, responses and messages alike', () => {
  const hosted = ['web_search', 'file_search', 'computer_use'];

  it.each(hosted)('%s: 400 with error.param naming the tool', async (type) => {
    const tools = [{ type }];
    const messages = [{ role: 'user', content: 'Hello' }];
    const native = [{ type: `${type}_20250305`, name: type }];
    for (const model of ['gpt-4o', 'anthropic-chat']) {
      const answers = [
        await pair.send('/v1/chat/completions', { body: { model, messages, tools } }),
        await pair.send('/v1/responses', { body: { model, input: 'Hello', tools } }),
      ];
      for (const answer of answers) expect(readRefusal(answer)).toEqual(unsupportedParameter(type));
      const answer = await pair.send('/v1/messages', { body: { model, max_tokens: 5, messages, tools: native } });
      expect([answer.status, answer.json()]).toMatchObject([
        400,
        { error: { code: 'unsupported_parameter', param: `${type}_20250305` } },
      ]);
    }
    expect(pair.upstream.requests).toEqual([]);
  });
});

describe('docs/contract/messages.md#endpoint', () => {
  const body = { max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] };

  it(
    'docs/contract/messages.md#endpoint: it is available whatever kinds are configured',
    async () => {
      const plain = await startPair();
      try {
        plain.upstream.setDefault(repliesOf('openai').answer());
        const answer = await plain.send('/v1/messages', { body: { model: 'gpt-4o', ...body } });
        expect([answer.status, answer.json()]).toMatchObject([200, { type: 'message', stop_reason: 'end_turn' }]);
        expect(plain.gateway.stdout()).not.toContain('"provider":"anthropic"');
      } finally {
        await plain.stop();
      }
    },
    HOOK_LIMIT_MS,
  );

  it.each(PLAYED)('all its stream events come in order: $kind', async (behind) => {
    answerWith(pair, behind);
    const stream = await pair.open('/v1/messages', { body: { model: behind.model, stream: true, ...body } });
    const types = (await stream.collect()).map((data) => (JSON.parse(data) as { type: string }).type);
    expect(types.filter((type) => type !== 'ping')).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(stream.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'request-id': stream.headers['x-request-id'],
      'x-service-provider': behind.kind,
    });
  });

  it('the body that N answers with is the body that the client gets', async () => {
    const answered = repliesOf('anthropic').answer().body as object;
    pair.upstream.enqueue(jsonReply({ ...answered, newer: { member: 1 } }));
    const answer = await post('/v1/messages', { model: 'anthropic-chat', ...body });
    expect(answer).toEqual({ ...answered, newer: { member: 1 } });
  });
});

describe('docs/contract/messages.md#count-tokens', () => {
  const body = { system: 'Be brief.', messages: [{ role: 'user', content: 'Hello there, how are you?' }] };

  it('N counts by itself', async () => {
    pair.upstream.enqueue(jsonReply({ input_tokens: 17 }));
    expect(await post('/v1/messages/count_tokens', { model: 'anthropic-chat', ...body })).toEqual({ input_tokens: 17 });
    expect(paths()).toEqual(['/v1/messages/count_tokens']);
  });

  it('N’s models that it does not count for are estimated', async () => {
    pair.upstream.enqueue(
      jsonReply({ type: 'error', error: { type: 'not_found_error', message: 'x' } }, { status: 404 }),
    );
    const answer = await post('/v1/messages/count_tokens', { model: 'anthropic-chat', ...body });
    expect(answer.input_tokens).toBeGreaterThan(8);
  });

  it.each(BEHIND.filter(({ group }) => group !== 'N'))(
    'others are counted with the tokenizer: $kind',
    async ({ model }: BehindGateway) => {
      const answer = await post('/v1/messages/count_tokens', { model, ...body });
      expect(answer.input_tokens).toBeGreaterThan(8);
      // Group C puts its own preamble before every prompt.
      expect(answer.input_tokens).toBeLessThan(100);
      expect(pair.upstream.requests).toEqual([]);
    },
    HOOK_LIMIT_MS,
  );
});
