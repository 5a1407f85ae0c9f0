import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_KEYS } from '@multilane/testing';
import { embedMany, generateText, isStepCount, jsonSchema, type LanguageModel, Output, streamText, tool } from 'ai';
import { answerWith, BEHIND, OPENAI, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { embeddingsReply, vectorOf } from '../task-replies.js';
import { CALLS, CITY_SCHEMA, QUESTION, RAIN, TOOL_NAMES } from '../tool-conversation.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

const credential = () => ({ baseURL: `${pair.gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research });

/** The ways in which the Vercel AI SDK can be pointed at the gateway. */
const CLIENTS: [name: string, modelOf: (id: string) => LanguageModel][] = [
  ['@ai-sdk/openai, chat', (id) => createOpenAI(credential()).chat(id)],
  ['@ai-sdk/openai, responses', (id) => createOpenAI(credential()).responses(id)],
  [
    '@ai-sdk/openai-compatible',
    (id) => createOpenAICompatible({ name: 'multilane', includeUsage: true, ...credential() })(id),
  ],
  [
    '@ai-sdk/anthropic with authToken',
    (id) => createAnthropic({ baseURL: `${pair.gateway.baseUrl}/v1`, authToken: TEST_KEYS.research })(id),
  ],
];

/** Else the SDK names the items of its second turn by their ids, which only a service that stores them can read. */
const STATELESS = { openai: { store: false } };

const tools = Object.fromEntries(
  TOOL_NAMES.map((name) => [
    name,
    tool({
      description: `Calls ${name}`,
      inputSchema: jsonSchema<{ city: string }>(CITY_SCHEMA),
      execute: async ({ city }) => ({ city, weather: 'Rain' }),
    }),
  ]),
);

describe.each(CLIENTS)('the Vercel AI SDK: %s', (_name, modelOf) => {
  describe.each(BEHIND)('before $kind', (behind) => {
    const { kind } = behind;
    const model = () => modelOf(behind.model);
    // Retries would hide what the gateway answers.
    const plain = { maxRetries: 0, instructions: 'Be brief.', providerOptions: STATELESS };

    it('generateText', async () => {
      answerWith(pair, behind);
      const { text, finishReason, usage } = await generateText({ model: model(), prompt: 'Hello', ...plain });
      expect([text.toLowerCase(), finishReason]).toEqual([expect.stringContaining('hello'), 'stop']);
      if (kind !== 'simulator') expect(usage).toMatchObject({ inputTokens: 9, outputTokens: 4 });
    });

    it('generateText with tools runs them and continues', async () => {
      answerWith(pair, behind, { calls: CALLS }, { text: RAIN });
      const answer = await generateText({
        model: model(),
        prompt: QUESTION,
        tools,
        stopWhen: isStepCount(2),
        ...plain,
      });
      expect(answer.steps[0]?.toolCalls.map(({ toolName }) => toolName)).toEqual(TOOL_NAMES);
      expect(answer.steps[0]?.finishReason).toBe('tool-calls');
      expect(answer.text).toMatch(/rain/i);
    });

    it('streamText with tools runs them and continues', async () => {
      answerWith(pair, behind, { text: ['Let me see.'], calls: CALLS }, { text: RAIN });
      const errors: unknown[] = [];
      const answer = streamText({
        model: model(),
        prompt: QUESTION,
        tools,
        stopWhen: isStepCount(2),
        ...plain,
        onError: ({ error }) => void errors.push(error),
      });
      let text = '';
      for await (const piece of answer.textStream) text += piece;
      expect(errors).toEqual([]);
      const steps = await answer.steps;
      expect(steps[0]?.toolCalls.map(({ toolName }) => toolName)).toEqual(TOOL_NAMES);
      expect(text).toMatch(/rain/i);
      if (kind !== 'simulator') expect((await answer.totalUsage).totalTokens).toBe(26);
    });
  });
});

describe.each(CLIENTS.slice(0, 2))('the Vercel AI SDK: %s, structured outputs', (_name, modelOf) => {
  it.each(BEHIND)('are given, or rejected where the provider has no mechanism: $kind', async (behind) => {
    answerWith(pair, behind, { text: ['{"city":', '"Oslo"}'] });
    const output = Output.object({ schema: jsonSchema<{ city: string }>(CITY_SCHEMA) });
    const asked = generateText({ model: modelOf(behind.model), prompt: 'Where?', output, maxRetries: 0 });
    if (behind.group === 'N' || behind.group === 'B') {
      await expect(asked).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('not supported') });
      expect(pair.upstream.requests).toEqual([]);
    } else {
      const city = behind.group === 'simulator' ? expect.any(String) : 'Oslo';
      expect((await asked).output).toEqual({ city });
    }
  });
});

describe('the Vercel AI SDK', () => {
  it('over responses without store: false gets an error that says what to send instead of stored items', async () => {
    answerWith(pair, OPENAI, { text: ['Let me see.'], calls: CALLS });
    const model = createOpenAI(credential()).responses('gpt-4o');
    const answer = generateText({ model, prompt: QUESTION, tools, stopWhen: isStepCount(2), maxRetries: 0 });
    await expect(answer).rejects.toThrow('The gateway stores no items: send the item itself.');
  });

  it.each(['openai-embedding', 'gemini-embedding', 'cohere-embedding', 'bedrock-embedding'])(
    'embedMany of %s',
    async (id) => {
      pair.upstream.onRequest(embeddingsReply);
      const values = ['fog', 'sunshine'];
      const { embeddings } = await embedMany({
        model: createOpenAI(credential()).embedding(id),
        values,
        maxRetries: 0,
      });
      expect(embeddings).toEqual(values.map(vectorOf));
    },
  );
});
