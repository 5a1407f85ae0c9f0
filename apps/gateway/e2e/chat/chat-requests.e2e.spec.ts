import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  jsonReply,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
} from '@multilane/testing';
import { invalidValue, type Refusal, readEnvelope, readRefusal, unsupportedParameter } from '../read-refusal.js';
import { HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.onRequest(({ body }) =>
    (body as { stream?: boolean }).stream === true
      ? streamReply(completionEvents(['Hello', ' there.']))
      : jsonReply(completion()),
  );
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const weather = {
  type: 'function',
  function: { name: 'get_weather', description: 'Weather', parameters: { type: 'object', properties: {} } },
};

/** The members of `HELLO` as the provider is to get them. */
const FORWARDED_HELLO = { ...HELLO, model: 'gpt-4o-2024-11-20' };

/** Sends each body and gives what was answered beside what it was for, so that a failing test shows the value. */
async function askEach<Case>(cases: readonly Case[], toBody: (each: Case) => object): Promise<[Case, Refusal | 200][]> {
  const outcomes: [Case, Refusal | 200][] = [];
  for (const each of cases) {
    const answer = await pair.chat(toBody(each));
    outcomes.push([each, answer.status === 200 ? 200 : readRefusal(answer)]);
  }
  return outcomes;
}

const lastBody = () => pair.upstream.requests.at(-1)?.body as Record<string, unknown>;

describe('docs/contract/chat.md#refused-parameters: parameters that are rejected', () => {
  it.each([
    ['functions', [{ name: 'f', parameters: {} }]],
    ['functions', []],
    ['function_call', 'auto'],
    ['function_call', { name: 'f' }],
    ['previous_response_id', 'resp_1'],
    ['store', true],
  ])('%s: %j is 400 unsupported_parameter', async (parameter, value) => {
    expect(readRefusal(await pair.chat({ [parameter]: value }))).toEqual(unsupportedParameter(parameter));
    expect(pair.upstream.requests).toEqual([]);
  });

  it.each(['functions', 'function_call', 'previous_response_id', 'store'])(
    '%s: null is still accepted',
    async (name) => {
      expect((await pair.chat({ [name]: null })).status).toBe(200);
      expect(lastBody()).toEqual(FORWARDED_HELLO);
    },
  );

  it('the per-message function_call of a stored assistant turn is still accepted', async () => {
    const messages = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, function_call: { name: 'get_weather', arguments: '{}' } },
      { role: 'user', content: 'And?' },
    ];
    expect((await pair.chat({ messages })).status).toBe(200);
    expect(lastBody().messages).toEqual(messages);
  });

  it.each(['web_search', 'web_search_preview', 'file_search', 'computer_use', 'computer_use_preview'])(
    'the hosted tool %s is 400, error.param naming the tool',
    async (type) => {
      expect(readRefusal(await pair.chat({ tools: [weather, { type }] }))).toEqual(unsupportedParameter(type));
      expect(readRefusal(await pair.chat({ tools: [weather], tool_choice: { type } }))).toEqual(
        unsupportedParameter(type),
      );
      expect(pair.upstream.requests).toEqual([]);
    },
  );

  it.each(['code_interpreter', 'mcp', 'image_generation'])(
    'the hosted tool %s is 400 naming its place',
    async (type) => {
      expect(readRefusal(await pair.chat({ tools: [weather, { type }] }))).toEqual(
        unsupportedParameter('tools[1].type'),
      );
      expect(pair.upstream.requests).toEqual([]);
    },
  );
});

describe('docs/contract/model-access.md#resolution', () => {
  it.each([
    ['the logical name', 'gpt-4o', 'gpt-4o-2024-11-20'],
    ['an alias', 'default', 'gpt-4o-2024-11-20'],
    ['an alias of another model', 'fast', 'gpt-4o-mini-2024-07-18'],
    ['a name with slashes and colons', 'meta-llama/llama-3.1:free', 'llama-3.1-8b-instruct'],
  ])('%s resolves, and the provider is asked for its own name', async (_how, model, upstreamModel) => {
    expect((await pair.chat({ model })).status).toBe(200);
    expect(lastBody().model).toBe(upstreamModel);
  });

  it('a model of the cloud-hosted variant is asked for by its deployment', async () => {
    expect((await pair.chat({ model: 'azure-gpt-4o' })).status).toBe(200);
    const [request] = pair.upstream.requests;
    expect(request?.url).toBe('/openai/deployments/chat-deployment/chat/completions?api-version=2024-10-21');
    expect(request?.headers['api-key']).toBe(TEST_PROVIDER_KEYS.azure);
    expect(pair.upstream.refusals).toEqual([]);
  });

  it('an unknown model is 404 model_not_found', async () => {
    const answer = await pair.chat({ model: 'gpt-9' });
    const refusal = { status: 404, code: 'model_not_found', type: 'invalid_request_error', param: 'model' };
    expect(readRefusal(answer)).toEqual(refusal);
    expect(pair.upstream.requests).toEqual([]);
  });

  it("a provider's own name for a model resolves to nothing", async () => {
    expect((await pair.chat({ model: 'gpt-4o-2024-11-20' })).status).toBe(404);
    expect(pair.upstream.requests).toEqual([]);
  });

  it('a model of another type is 400 invalid_model_type', async () => {
    const answer = await pair.chat({ model: 'text-embedding-3-small' });
    const refusal = { status: 400, code: 'invalid_model_type', type: 'invalid_request_error', param: 'model' };
    expect(readRefusal(answer)).toEqual(refusal);
    expect(pair.upstream.requests).toEqual([]);
  });

  it('the names of object prototypes are unknown models', async () => {
    const cases = ['__proto__', 'constructor', 'toString'];
    const outcomes = await askEach(cases, (model) => ({ model }));
    expect(outcomes.map(([model, outcome]) => [model, outcome === 200 ? 200 : outcome.code])).toEqual(
      cases.map((model) => [model, 'model_not_found']),
    );
  });
});

describe('docs/contract/chat.md#response: response', () => {
  it('Response 200: the chat completion object as the provider gave it', async () => {
    const toolCalls = [{ id: 'call_9', type: 'function' as const, function: { name: 'get_weather', arguments: '{}' } }];
    const given = completion({ content: null, tool_calls: toolCalls });
    pair.upstream.enqueue(jsonReply({ ...given, system_fingerprint: 'fp_1', newer: { member: [null] } }));
    const answer = await pair.chat({ tools: [weather] });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
    expect(answer.json()).toEqual({ ...given, system_fingerprint: 'fp_1', newer: { member: [null] } });
  });

  it('the X-Service-* headers name its provider and model, with the cost where the model is priced', async () => {
    const priced = await pair.chat({ model: 'default' });
    expect(priced.headers).toMatchObject({
      'x-service-provider': 'openai',
      'x-service-model': 'gpt-4o',
      'x-service-attempts': '1',
      // 9 prompt tokens at 2.5 and 4 completion tokens at 10 dollars a million
      'x-service-cost': '0.0000625',
    });
    const unpriced = await pair.chat({ model: 'fast' });
    expect(unpriced.headers['x-service-model']).toBe('gpt-4o-mini');
    expect(unpriced.headers).not.toHaveProperty('x-service-cost');
  });

  it('the cost counts cached prompt tokens at their own price', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 0, total_tokens: 1000 };
    const cached = { ...usage, prompt_tokens_details: { cached_tokens: 800 } };
    pair.upstream.enqueue(jsonReply(completion({}, cached)));
    // 200 at 2.5 and 800 at 1.25 dollars a million
    expect((await pair.chat()).headers['x-service-cost']).toBe('0.0015');
  });

  it('headers of the provider stay behind', async () => {
    const headers = { 'x-request-id': 'req_upstream', 'openai-organization': 'org-secret', 'set-cookie': 'a=b' };
    pair.upstream.enqueue(jsonReply(completion(), { headers }));
    const answer = await pair.chat();
    expect(JSON.stringify(answer.headers)).not.toMatch(/req_upstream|org-secret|a=b/);
  });

  it("a provider's answer without usage is passed on without usage", async () => {
    pair.upstream.enqueue(jsonReply(completion({}, null)));
    const answer = await pair.chat();
    expect(answer.json()).not.toHaveProperty('usage');
    expect(answer.headers).not.toHaveProperty('x-service-cost');
  });
});

describe('docs/contract/chat.md#steering-headers: headers that steer a request', () => {
  it('X-Service-Config: a name of no routing config is 400 naming the header', async () => {
    const answer = await pair.chat({}, { headers: { 'x-service-config': 'canary' } });
    expect(readRefusal(answer)).toEqual(invalidValue('X-Service-Config'));
    expect(pair.upstream.requests).toEqual([]);
  });

  it('X-Session-Id: accepted, and nothing of the kind reaches the provider', async () => {
    const answer = await pair.chat({}, { headers: { 'x-session-id': 'session-7' } });
    expect(answer.status).toBe(200);
    expect(pair.upstream.requests[0]?.headers).not.toHaveProperty('x-session-id');
  });

  it('no header of the client reaches the provider, its credential least of all', async () => {
    const headers = {
      'openai-organization': 'org-client',
      cookie: 'a=b',
      'x-forwarded-for': '10.0.0.1',
      'user-agent': 'sdk',
    };
    expect((await pair.chat({}, { headers })).status).toBe(200);
    const sent = pair.upstream.requests[0]?.headers ?? {};
    expect(sent.authorization).toBe(`Bearer ${TEST_PROVIDER_KEYS.openai}`);
    expect(JSON.stringify(sent)).not.toMatch(new RegExp(`org-client|a=b|10\\.0\\.0\\.1|${TEST_KEYS.research}`));
  });

  it('a refusal never repeats what the caller sent', async () => {
    const secret = 'my-secret-value';
    const answer = await pair.chat({ temperature: secret, messages: [{ role: secret, content: secret }] });
    expect(answer.status).toBe(400);
    expect(readEnvelope(answer).message).not.toContain(secret);
  });
});
