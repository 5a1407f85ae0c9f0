import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonReply, streamReply, TEST_KEYS } from '@multilane/testing';
import OpenAI from 'openai';
import { answerWith, BEHIND, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { embeddingsReply, MODERATION, TEXT_COMPLETION, TEXT_COMPLETION_EVENTS, vectorOf } from '../task-replies.js';
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

const TOOLS: OpenAI.Responses.FunctionTool[] = TOOL_NAMES.map((name) => ({
  type: 'function',
  name,
  description: `Calls ${name}`,
  parameters: CITY_SCHEMA,
  strict: false,
}));

describe.each(BEHIND)('the OpenAI SDK, responses before $kind', (behind) => {
  const { model, kind } = behind;

  it('responses.create gives output_text, status and usage', async () => {
    answerWith(pair, behind);
    const answer = await client.responses.create({ model, instructions: 'Be brief.', input: 'Hello', store: false });
    expect(answer).toMatchObject({ object: 'response', status: 'completed', error: null });
    expect(answer.output_text).toMatch(/hello/i);
    expect(answer.usage?.total_tokens).toBe((answer.usage?.input_tokens ?? 0) + (answer.usage?.output_tokens ?? 0));
    if (kind !== 'simulator') expect(answer.usage).toMatchObject({ input_tokens: 9, output_tokens: 4 });
  });

  it('the stream helper gathers what the final response says', async () => {
    answerWith(pair, behind, { text: ['Fog ', 'over ', 'Oslo.'] });
    const pieces: string[] = [];
    const numbers: number[] = [];
    const stream = client.responses.stream({ model, input: 'Fog?' });
    stream.on('response.output_text.delta', ({ delta }) => pieces.push(delta));
    stream.on('event', ({ sequence_number: number }) => numbers.push(number));
    const answer = await stream.finalResponse();
    expect(answer.status).toBe('completed');
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(answer.output_text);
    if (kind !== 'simulator') expect(answer.output_text).toBe('Fog over Oslo.');
    expect(numbers).toEqual(numbers.map((_, index) => index));
  });

  it.each([
    ['whole', false],
    ['streamed', true],
  ])('function calls, and the second turn with everything that came: %s', async (_how, streams) => {
    answerWith(pair, behind, { calls: SIGNED_CALLS }, { text: RAIN });
    const ask = (input: OpenAI.Responses.ResponseInput) => {
      const params = { model, input, tools: TOOLS, store: false };
      return streams ? client.responses.stream(params).finalResponse() : client.responses.create(params);
    };
    const question: OpenAI.Responses.EasyInputMessage = { role: 'user', content: QUESTION };
    const first = await ask([question]);
    const calls = first.output.flatMap((item) => (item.type === 'function_call' ? item : []));
    expect(calls.map(({ name }) => name)).toEqual(TOOL_NAMES);
    for (const call of calls) expect(JSON.parse(call.arguments)).toMatchObject({ city: expect.any(String) });
    const results = calls.map(({ call_id: id }) => ({
      type: 'function_call_output' as const,
      call_id: id,
      output: 'Rain',
    }));
    const output = first.output as OpenAI.Responses.ResponseInput;
    const second = await ask([question, ...output, ...results]);
    expect(second.output_text).toMatch(/rain/i);
  });
});

const EMBEDDING = [
  'openai-embedding',
  'azure-embedding',
  'gemini-embedding',
  'vertex-embedding',
  'cohere-embedding',
  'bedrock-embedding',
];

describe.each(EMBEDDING)('the OpenAI SDK, embeddings of %s', (model) => {
  // The SDK asks for base64 by default, and turns it into numbers.
  it.each([
    ['as the SDK asks, base64', undefined],
    ['float', 'float' as const],
  ])('embeddings.create: %s', async (_what, format) => {
    pair.upstream.onRequest(embeddingsReply);
    const input = ['fog', 'sunshine'];
    const answer = await client.embeddings.create({ model, input, ...(format && { encoding_format: format }) });
    expect(answer.data.map(({ embedding }) => [...embedding])).toEqual(input.map(vectorOf));
    expect(answer.data.map(({ index }) => index)).toEqual([0, 1]);
  });
});

describe('the OpenAI SDK', () => {
  it('embeddings.create of the simulator: the same text has the same vector, in either format', async () => {
    const input = ['fog', 'sun', 'fog'];
    const [packed, plain] = await Promise.all([
      client.embeddings.create({ model: 'simulator-embedding', input }),
      client.embeddings.create({ model: 'simulator-embedding', input, encoding_format: 'float' }),
    ]);
    const vectors = packed.data.map(({ embedding }) => [...embedding]);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    for (const [index, { embedding }] of plain.data.entries()) {
      expect(vectors[index]).toEqual([...new Float32Array(embedding)]);
    }
  });

  it('moderations.create is passed through for a model of R1, and answered by the built-in check without a model or with the default of SDKs', async () => {
    pair.upstream.enqueue(jsonReply(MODERATION));
    expect(await client.moderations.create({ model: 'openai-moderation', input: 'Hm.' })).toMatchObject(MODERATION);
    for (const named of [{}, { model: 'omni-moderation-latest' }]) {
      const builtIn = await client.moderations.create({ ...named, input: ['I will kill you.', 'Nice weather.'] });
      expect(builtIn.model).toBe('builtin-moderation');
      expect(builtIn.results.map(({ flagged }) => flagged)).toEqual([true, false]);
    }
  });

  it('completions.create of a completion model of group R is passed through', async () => {
    pair.upstream.enqueue(jsonReply(TEXT_COMPLETION), streamReply(TEXT_COMPLETION_EVENTS));
    const params = { model: 'openai-completion', prompt: 'Once', max_tokens: 5 };
    expect(await client.completions.create(params)).toMatchObject(TEXT_COMPLETION);
    const texts: string[] = [];
    for await (const { choices } of await client.completions.create({ ...params, stream: true })) {
      texts.push(choices[0]?.text ?? '');
    }
    expect(texts).toEqual([' upon', ' a time', '']);
  });
});

describe.each(BEHIND.filter(({ group }) => group !== 'R'))('the OpenAI SDK, completions before $kind', (behind) => {
  const { model, kind } = behind;

  it('completions.create runs the prompt, whole and streamed', async () => {
    answerWith(pair, behind, { text: ['Fog ', 'and ', 'sun.'] }, { text: ['Fog ', 'and ', 'sun.'] });
    const params = { model, prompt: 'Fog and sun.', max_tokens: 50 };
    const whole = await client.completions.create(params);
    expect(whole).toMatchObject({ object: 'text_completion', choices: [{ index: 0, finish_reason: 'stop' }] });
    let text = '';
    for await (const { choices } of await client.completions.create({ ...params, stream: true })) {
      text += choices[0]?.text ?? '';
    }
    expect(text).toBe(whole.choices[0]?.text);
    expect(text).toContain('Fog and sun.');
    if (kind !== 'simulator') expect(whole.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 4 });
  });
});
