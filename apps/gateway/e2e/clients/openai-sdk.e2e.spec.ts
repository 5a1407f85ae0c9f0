import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  findCase,
  jsonReply,
  rateLimited,
  readTurn,
  replayCase,
  serverError,
  stallAfter,
  streamReply,
  TEST_KEYS,
} from '@multilane/testing';
import OpenAI from 'openai';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;
let client: OpenAI;

beforeAll(async () => {
  pair = await startPair();
  client = new OpenAI({ baseURL: `${pair.gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 2 });
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

/** The request of a recorded turn, under the name that callers of the gateway use. */
function recordedRequest(name: string, turn?: number): OpenAI.ChatCompletionCreateParams {
  const { request } = readTurn(findCase(name), turn);
  return { ...(request as unknown as OpenAI.ChatCompletionCreateParams), model: 'gpt-4o' };
}

describe('the official OpenAI SDK', () => {
  it('completes a chat, and gets the answer as the provider gave it', async () => {
    pair.upstream.enqueue(replayCase('openai-chat/text'));
    const answer = await client.chat.completions.create({
      ...recordedRequest('openai-chat/text'),
      stream: false,
    });
    expect(answer).toMatchObject(readTurn(findCase('openai-chat/text')).response as object);
  });

  it('streams, and what it gathers is the whole text', async () => {
    pair.upstream.enqueue(replayCase('openai-chat/stream-text', { chunkBytes: 7 }));
    const stream = client.chat.completions.stream({
      ...recordedRequest('openai-chat/stream-text'),
      stream: true,
    } as Parameters<typeof client.chat.completions.stream>[0]);
    const gathered = await stream.finalChatCompletion();
    const expected = gatherText('openai-chat/stream-text');
    expect(gathered.choices[0]?.message.content).toBe(expected);
    expect(expected.length).toBeGreaterThan(0);
  });

  it('streams with include_usage, and reads the usage from the last chunk', async () => {
    pair.upstream.enqueue(replayCase('openai-chat/stream-usage'));
    const stream = await client.chat.completions.create({
      ...recordedRequest('openai-chat/stream-usage'),
      stream: true,
      stream_options: { include_usage: true },
    });
    let last: OpenAI.ChatCompletionChunk | undefined;
    for await (const chunk of stream) last = chunk;
    expect(last?.choices).toEqual([]);
    expect(last?.usage?.total_tokens).toBeGreaterThan(0);
  });

  it('calls a tool and sends its result back in a second turn', async () => {
    pair.upstream.enqueue(
      replayCase('openai-chat/tool-call-two-turn', { turn: 0 }),
      replayCase('openai-chat/tool-call-two-turn', { turn: 1 }),
    );
    const first = await client.chat.completions.create({
      ...recordedRequest('openai-chat/tool-call-two-turn', 0),
      stream: false,
    });
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    const second = await client.chat.completions.create({
      ...recordedRequest('openai-chat/tool-call-two-turn', 1),
      stream: false,
    });
    expect(second.choices[0]?.message.content).toBeTruthy();
  });

  it('streams parallel tool calls that its helper puts together, and continues with their results', async () => {
    pair.upstream.enqueue(
      replayCase('openai-chat/stream-tool-calls-parallel', { turn: 0, chunkBytes: 11 }),
      replayCase('openai-chat/stream-tool-calls-parallel', { turn: 1 }),
    );
    const stream = client.chat.completions.stream(
      recordedRequest('openai-chat/stream-tool-calls-parallel', 0) as Parameters<
        typeof client.chat.completions.stream
      >[0],
    );
    const { choices } = await stream.finalChatCompletion();
    const calls = choices[0]?.message.tool_calls ?? [];
    expect(calls.length).toBeGreaterThanOrEqual(2);
    for (const call of calls) {
      expect(call.id).toMatch(/./);
      expect(() => JSON.parse(call.type === 'function' ? call.function.arguments : '')).not.toThrow();
    }
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    const next = client.chat.completions.stream(
      recordedRequest('openai-chat/stream-tool-calls-parallel', 1) as Parameters<
        typeof client.chat.completions.stream
      >[0],
    );
    expect((await next.finalChatCompletion()).choices[0]?.message.content).toBeTruthy();
  });

  it('gets structured output that fits its schema', async () => {
    pair.upstream.enqueue(replayCase('openai-chat/json-schema'));
    const answer = await client.chat.completions.create({
      ...recordedRequest('openai-chat/json-schema'),
      stream: false,
    });
    expect(() => JSON.parse(answer.choices[0]?.message.content ?? '')).not.toThrow();
    const sent = pair.upstream.requests[0]?.body as { response_format?: unknown };
    expect(sent.response_format).toEqual(recordedRequest('openai-chat/json-schema').response_format);
  });

  it('aborts in the middle of a stream, and the request at the provider dies with it', async () => {
    pair.upstream.enqueue(stallAfter(streamReply(completionEvents(['Hel', 'lo'])), 2));
    const stream = await client.chat.completions.create({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
    });
    for await (const _chunk of stream) {
      stream.controller.abort();
    }
    await pair.upstream.waitForAbort(1);
    expect(pair.upstream.requests).toHaveLength(1);
  });

  it('retries by itself when the provider limits its rate, as the headers ask', async () => {
    pair.upstream.enqueue(rateLimited(0), jsonReply(completion()));
    const answer = await client.chat.completions.create({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(answer.object).toBe('chat.completion');
    expect(pair.upstream.requests).toHaveLength(2);
  });

  it('retries by itself when the provider fails', async () => {
    pair.upstream.enqueue(serverError(503), jsonReply(completion()));
    const answer = await client.chat.completions.create({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(answer.object).toBe('chat.completion');
    expect(pair.upstream.requests).toHaveLength(2);
  });

  it('throws its own class of error, with code, param and request id', async () => {
    const bad = client.chat.completions.create({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'Hello' }],
      temperature: 3,
    });
    await expect(bad).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(bad).rejects.toMatchObject({
      code: 'invalid_value',
      param: 'temperature',
      requestID: expect.any(String),
    });
  });

  it('lists the models', async () => {
    const names: string[] = [];
    for await (const model of client.models.list()) names.push(model.id);
    expect(names).toContain('default');
    expect((await client.models.retrieve('meta-llama/llama-3.1:free')).id).toBe('meta-llama/llama-3.1:free');
  });
});

/** The text that the recorded stream's deltas hold, put together without the SDK. */
function gatherText(name: string): string {
  const { stream = [] } = readTurn(findCase(name));
  const lines = Buffer.concat(stream)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.startsWith('data: {'));
  const chunks = lines.map((line) => JSON.parse(line.slice(6)) as OpenAI.ChatCompletionChunk);
  return chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
}
