// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/access/secrets.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonReply } from '@multilane/testing';
import { PLAYED, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';

/** Every field of a prompt holds a word that begins like this and ends in the field's name. */
const PLANT = 'zqplant';
const plant = (field: string) => `${PLANT}${field}`;

const SCHEMA = {
  type: 'object',
  description: plant('schemadescription'),
  properties: {
    [plant('property')]: {
      type: 'string',
      enum: [plant('enum')],
      properties: { [plant('nested')]: { type: 'string' } },
    },
  },
  required: [plant('property')],
};
const ARGUMENTS = { [plant('argumentname')]: plant('argument') };
const FUNCTION = { name: 'look_up', description: plant('tooldescription'), parameters: SCHEMA };

/** By path: a request with a word in every field that holds what a caller wrote, for the model of that name. */
const REQUESTS: Record<string, (model: string) => object> = {
  '/v1/chat/completions': (model) => ({
    model,
    messages: [
      { role: 'system', content: plant('system') },
      { role: 'user', content: [{ type: 'text', text: plant('user') }] },
      {
        role: 'assistant',
        content: plant('assistant'),
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'look_up', arguments: JSON.stringify(ARGUMENTS) } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: plant('result') },
    ],
    tools: [{ type: 'function', function: FUNCTION }],
    stop: [plant('stop')],
    user: plant('enduser'),
  }),
  '/v1/messages': (model) => ({
    model,
    max_tokens: 50,
    system: [{ type: 'text', text: plant('system') }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: plant('user') }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: plant('assistant') },
          { type: 'tool_use', id: 'c1', name: 'look_up', input: ARGUMENTS },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: plant('result') }] },
    ],
    tools: [{ name: 'look_up', description: plant('tooldescription'), input_schema: SCHEMA }],
    stop_sequences: [plant('stop')],
    metadata: { user_id: plant('enduser') },
  }),
  '/v1/responses': (model) => ({
    model,
    instructions: plant('system'),
    input: [
      { role: 'user', content: [{ type: 'input_text', text: plant('user') }] },
      { role: 'assistant', content: plant('assistant') },
      { type: 'function_call', call_id: 'c1', name: 'look_up', arguments: JSON.stringify(ARGUMENTS) },
      { type: 'function_call_output', call_id: 'c1', output: plant('result') },
    ],
    tools: [{ type: 'function', ...FUNCTION }],
    user: plant('enduser'),
    metadata: { [plant('metadataname')]: plant('metadata') },
  }),
  '/v1/completions': (model) => ({ model, prompt: plant('prompt'), stop: plant('stop') }),
  '/v1/embeddings': (model) => ({ model, input: [plant('input'), plant('another')] }),
  '/v1/rerank': (model) => ({ model, query: plant('query'), documents: [plant('document')] }),
  '/v1/moderations': (model) => ({ model, input: plant('input') }),
  '/v1/decision': (model) => ({
    model,
    state: { [plant('statename')]: plant('state') },
    questions: {
      [plant('question')]: {
        type: 'choice',
        instructions: plant('instruction'),
        criteria: { [plant('option')]: null, b: null },
      },
    },
  }),
};

const CHAT_MODELS = PLAYED.map(({ model }) => model);
const MODELS: Record<string, readonly string[]> = {
  '/v1/completions': ['openai-completion', ...CHAT_MODELS.slice(1)],
  '/v1/embeddings': [
    'openai-embedding',
    'cohere-embedding',
    'gemini-embedding',
    'vertex-embedding',
    'bedrock-embedding',
  ],
  '/v1/rerank': ['cohere-rerank', 'compatible-rerank'],
  '/v1/moderations': ['openai-moderation'],
  '/v1/decision': ['typesafe-decision'],
};
const CELLS = Object.keys(REQUESTS).flatMap((path) =>
  (MODELS[path] ?? CHAT_MODELS).map((model) => [path, model] as const),
);

let pair: Pair;
const answers: string[] = [];
const asked = new Map<string, number>();
let metrics = '';

beforeAll(async () => {
  pair = await startEveryProvider({ telemetry: { log_level: 'trace' } });
  // A provider that quotes all that it was sent, the worst that it can do, in each place where an error has words; once
  // as it came and once behind so many words of its own that the log's limit cuts the quote anywhere.
  const filler = Array.from({ length: 40 }, (_, index) => 'x '.repeat(index * 13));
  for (const [path, model] of CELLS) {
    for (const [turn, [status, streamed]] of (
      [
        [400, false],
        [500, false],
        [422, true],
        [200, false],
      ] as const
    ).entries()) {
      pair.upstream.reset();
      pair.upstream.onRequest(({ rawBody }) => {
        const said = `${filler[(asked.size * 7 + turn * 11) % 40]}Bad: ${rawBody}`;
        const error = { message: said, type: rawBody.slice(0, 300), code: said, status: 'INVALID_ARGUMENT' };
        return jsonReply({ type: 'error', error, message: said, __type: said }, { status });
      });
      const canStream = path in MODELS === false || path === '/v1/completions';
      const body = { ...REQUESTS[path]?.(model), ...(streamed && canStream && { stream: true }) };
      const answer = await pair.send(path, { body });
      answers.push(JSON.stringify(answer.headers), answer.text);
      asked.set(`${path} ${model}`, (asked.get(`${path} ${model}`) ?? 0) + pair.upstream.requests.length);
    }
  }
  metrics = await pair.gateway.metrics();
  await pair.gateway.stop();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const quotesIn = (text: string) => [...new Set(text.match(/zqplant\w*/gi))];

describe('texts of a caller, in any field of any endpoint, reach no log, no metric and no error, whatever a provider quotes', () => {
  it.each(CELLS)('%s before %s: the provider was asked, and quoted it', (path, model) => {
    expect(asked.get(`${path} ${model}`)).toBeGreaterThan(0);
  });

  it('not the logs, nor the audit log', () => {
    const logged = pair.gateway.stdout() + pair.gateway.stderr();
    expect(logged).toContain('the provider failed');
    expect(quotesIn(logged)).toEqual([]);
  });

  it('not the metrics', () => expect(quotesIn(metrics)).toEqual([]));

  it('not an error that a caller sees', () => {
    expect(answers.join('\n')).toContain('provider_');
    expect(quotesIn(answers.join('\n'))).toEqual([]);
  });
});
