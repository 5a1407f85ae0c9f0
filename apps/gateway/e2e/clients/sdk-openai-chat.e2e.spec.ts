import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_KEYS } from '@multilane/testing';
import OpenAI from 'openai';
import { answerWith, BEHIND, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { CITY_SCHEMA, QUESTION, RAIN, SIGNED_CALLS, TOOL_NAMES } from '../tool-conversation.js';

let pair: Pair;
let client: OpenAI;

beforeAll(async () => {
  pair = await startEveryProvider();
  client = new OpenAI({ baseURL: `${pair.gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 0 });
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

const TOOLS: OpenAI.ChatCompletionFunctionTool[] = TOOL_NAMES.map((name) => ({
  type: 'function',
  function: { name, description: `Calls ${name}`, parameters: CITY_SCHEMA },
}));
const ASK: OpenAI.ChatCompletionMessageParam = { role: 'user', content: QUESTION };

describe.each(BEHIND)('the OpenAI SDK before $kind', (behind) => {
  const { model, kind } = behind;
  const hello: OpenAI.ChatCompletionCreateParamsNonStreaming = {
    model,
    messages: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ],
    temperature: 0.5,
    max_completion_tokens: 50,
    stop: ['END'],
  };

  it('chat.completions.create gives the answer, its finish reason and its usage', async () => {
    answerWith(pair, behind);
    const answer = await client.chat.completions.create(hello);
    expect(answer).toMatchObject({ object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop' }] });
    expect(answer.choices[0]?.message).toMatchObject({ role: 'assistant', content: expect.stringMatching(/hello/i) });
    expect(answer.usage?.total_tokens).toBeGreaterThan(1);
    if (kind !== 'simulator') expect(answer.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 4 });
  });

  it('the stream helper gathers the text that the pieces make', async () => {
    answerWith(pair, behind, { text: ['Fog ', 'over ', 'Oslo.'] });
    const pieces: string[] = [];
    const stream = client.chat.completions.stream({ ...hello, stream: true });
    stream.on('content', (piece) => pieces.push(piece));
    const answer = await stream.finalChatCompletion();
    expect(pieces.length).toBeGreaterThan(1);
    expect(answer.choices[0]?.message.content).toBe(pieces.join(''));
    if (kind !== 'simulator') expect(pieces.join('')).toBe('Fog over Oslo.');
    expect(answer.choices[0]?.finish_reason).toBe('stop');
  });

  it.each([
    ['whole', false],
    ['streamed', true],
  ])('parallel tool calls and their results in the next turn: %s', async (_how, streams) => {
    answerWith(pair, behind, { calls: SIGNED_CALLS }, { text: RAIN });
    const ask = async (messages: OpenAI.ChatCompletionMessageParam[]) => {
      const params = { model, messages, tools: TOOLS };
      if (!streams) return client.chat.completions.create(params);
      return client.chat.completions.stream({ ...params, stream: true }).finalChatCompletion();
    };
    const { message, finish_reason: reason } = (await ask([ASK])).choices[0] ?? {};
    expect(reason).toBe('tool_calls');
    const calls = (message?.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? call : []));
    expect(calls.map((call) => call.function.name)).toEqual(TOOL_NAMES);
    for (const call of calls) expect(JSON.parse(call.function.arguments)).toMatchObject({ city: expect.any(String) });
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);

    const results = calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'Rain' }));
    const second = await ask([ASK, message as OpenAI.ChatCompletionMessageParam, ...results]);
    expect(second.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: expect.stringMatching(/rain/i) },
    });
  });

  it('throws its own class of error for a bad request, with code, param and request id', async () => {
    const bad = client.chat.completions.create({ ...hello, temperature: 3 });
    await expect(bad).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(bad).rejects.toMatchObject({
      code: 'invalid_value',
      param: 'temperature',
      requestID: expect.any(String),
    });
  });
});

describe('the OpenAI SDK', () => {
  it('models.list pages over every model, and models.retrieve finds one', async () => {
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual(expect.arrayContaining(BEHIND.map(({ model }) => model)));
    expect(await client.models.retrieve('gemini-chat')).toMatchObject({ id: 'gemini-chat', object: 'model' });
  });

  it.each([
    ['a wrong key', 'ml-test-wrong-key-00000000001', 'gpt-4o', OpenAI.AuthenticationError],
    ['a model of others', TEST_KEYS.support, 'gpt-4o', OpenAI.PermissionDeniedError],
    ['an unknown model', TEST_KEYS.research, 'gpt-9', OpenAI.NotFoundError],
  ])('%s is the error class that its users catch', async (_what, apiKey, model, errorClass) => {
    const other = new OpenAI({ baseURL: `${pair.gateway.baseUrl}/v1`, apiKey, maxRetries: 0 });
    const bad = other.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }] });
    await expect(bad).rejects.toBeInstanceOf(errorClass);
  });
});
