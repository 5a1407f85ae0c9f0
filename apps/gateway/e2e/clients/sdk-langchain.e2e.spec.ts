import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ChatAnthropic } from '@langchain/anthropic';
import type { BaseMessageLike } from '@langchain/core/messages';
import { ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { TEST_KEYS } from '@multilane/testing';
import { answerWith, BEHIND, startEveryProvider } from '../start-every-provider.js';
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

const reference = (useResponsesApi: boolean) => (model: string) =>
  new ChatOpenAI({
    model,
    apiKey: TEST_KEYS.research,
    maxRetries: 0,
    useResponsesApi,
    configuration: { baseURL: `${pair.gateway.baseUrl}/v1` },
  });

const messages = (model: string) =>
  new ChatAnthropic({
    model,
    maxTokens: 200,
    maxRetries: 0,
    anthropicApiUrl: pair.gateway.baseUrl,
    // It insists on a key, which it sends as x-api-key; the gateway reads the bearer token alone.
    anthropicApiKey: 'unused',
    clientOptions: { defaultHeaders: { authorization: `Bearer ${TEST_KEYS.research}` } },
  });

const CLIENTS: [name: string, connect: (model: string) => ChatOpenAI | ChatAnthropic][] = [
  ['ChatOpenAI', reference(false)],
  ['ChatOpenAI over responses', reference(true)],
  ['ChatAnthropic', messages],
];

const tools = TOOL_NAMES.map((name) => ({
  type: 'function' as const,
  function: { name, description: `Calls ${name}`, parameters: CITY_SCHEMA },
}));

describe.each(CLIENTS)('LangChain: %s', (_name, connect) => {
  describe.each(BEHIND)('before $kind', (behind) => {
    const { kind, model } = behind;
    const hello: BaseMessageLike[] = [
      ['system', 'Be brief.'],
      ['human', 'Hello'],
    ];

    it('invoke', async () => {
      answerWith(pair, behind);
      const answer = await connect(model).invoke(hello);
      expect(answer.text).toMatch(/hello/i);
      if (kind !== 'simulator') expect(answer.usage_metadata).toMatchObject({ input_tokens: 9, output_tokens: 4 });
    });

    it('stream', async () => {
      answerWith(pair, behind, { text: ['Fog ', 'over ', 'Oslo.'] });
      const pieces: string[] = [];
      for await (const chunk of await connect(model).stream(hello)) pieces.push(chunk.text);
      expect(pieces.filter(Boolean).length).toBeGreaterThan(1);
      if (kind !== 'simulator') expect(pieces.join('')).toBe('Fog over Oslo.');
    });

    it('bindTools, and the results in the next turn', async () => {
      answerWith(pair, behind, { calls: CALLS }, { text: RAIN });
      const bound = connect(model).bindTools(tools);
      const first = await bound.invoke(QUESTION);
      expect(first.tool_calls?.map(({ name }) => name)).toEqual(TOOL_NAMES);
      const results = (first.tool_calls ?? []).map(
        ({ id = '', name }) => new ToolMessage({ content: 'Rain', tool_call_id: id, name }),
      );
      const second = await bound.invoke([['human', QUESTION], first, ...results]);
      expect(second.text).toMatch(/rain/i);
    });
  });
});

describe('LangChain: OpenAIEmbeddings', () => {
  it.each(['openai-embedding', 'gemini-embedding', 'cohere-embedding', 'bedrock-embedding'])(
    'embedDocuments and embedQuery of %s',
    async (model) => {
      pair.upstream.onRequest(embeddingsReply);
      const configuration = { baseURL: `${pair.gateway.baseUrl}/v1` };
      const client = new OpenAIEmbeddings({ model, apiKey: TEST_KEYS.research, maxRetries: 0, configuration });
      expect(await client.embedDocuments(['fog', 'sunshine'])).toEqual(['fog', 'sunshine'].map(vectorOf));
      expect(await client.embedQuery('fog')).toEqual(vectorOf('fog'));
    },
  );
});
