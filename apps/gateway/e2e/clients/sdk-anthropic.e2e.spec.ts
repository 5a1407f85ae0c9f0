import Anthropic from '@anthropic-ai/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonReply, rateLimited, TEST_KEYS } from '@multilane/testing';
import { answerWith, BEHIND, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { CITY_SCHEMA, QUESTION, RAIN, SIGNED_CALLS, TOOL_NAMES } from '../tool-conversation.js';

let pair: Pair;
let client: Anthropic;

beforeAll(async () => {
  pair = await startEveryProvider();
  client = connect({ authToken: TEST_KEYS.research });
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

/** A client whose base is the gateway without /v1 (docs/contract/messages.md#endpoint). */
function connect(options: ConstructorParameters<typeof Anthropic>[0]): Anthropic {
  return new Anthropic({ baseURL: pair.gateway.baseUrl, apiKey: null, maxRetries: 0, ...options });
}

const TOOLS: Anthropic.Tool[] = TOOL_NAMES.map((name) => ({
  name,
  description: `Calls ${name}`,
  input_schema: CITY_SCHEMA,
}));

describe.each(BEHIND)('the Anthropic SDK before $kind', (behind) => {
  const { model, kind, group } = behind;
  const hello: Anthropic.MessageCreateParamsNonStreaming = {
    model,
    max_tokens: 100,
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Hello' }],
  };

  it('messages.create gives the content, its stop reason and its usage', async () => {
    answerWith(pair, behind);
    const answer = await client.messages.create({ ...hello, stop_sequences: ['END'] });
    expect(answer).toMatchObject({ type: 'message', role: 'assistant', stop_reason: 'end_turn' });
    expect(answer.content).toMatchObject([{ type: 'text', text: expect.stringMatching(/hello/i) }]);
    if (kind !== 'simulator') expect(answer.usage).toMatchObject({ input_tokens: 9, output_tokens: 4 });
    expect(answer._request_id).toEqual(expect.any(String));
  });

  it('the stream helper gathers what the final message says', async () => {
    answerWith(pair, behind, { text: ['Fog ', 'over ', 'Oslo.'] });
    const pieces: string[] = [];
    const stream = client.messages.stream(hello).on('text', (piece) => pieces.push(piece));
    const answer = await stream.finalMessage();
    expect(pieces.length).toBeGreaterThan(1);
    expect(answer.content).toMatchObject([{ type: 'text', text: pieces.join('') }]);
    expect(answer.stop_reason).toBe('end_turn');
    if (kind !== 'simulator') {
      expect(pieces.join('')).toBe('Fog over Oslo.');
      expect(answer.usage.output_tokens).toBe(4);
    }
  });

  it.each([
    ['whole', false],
    ['streamed', true],
  ])('tool use, thinking, and the second turn with everything that came: %s', async (_how, streams) => {
    const thinks = group === 'N';
    const thinking = { text: 'Let me look.', signature: 'c2lnbmVkLTE=' };
    answerWith(pair, behind, { calls: SIGNED_CALLS, ...(thinks && { thinking }) }, { text: RAIN });
    const ask = async (messages: Anthropic.MessageParam[]) => {
      const budget = { thinking: { type: 'enabled' as const, budget_tokens: 1024 }, max_tokens: 2000 };
      const params = { ...hello, messages, tools: TOOLS, ...(thinks && budget) };
      return streams ? client.messages.stream(params).finalMessage() : client.messages.create(params);
    };
    const question: Anthropic.MessageParam = { role: 'user', content: QUESTION };
    const first = await ask([question]);
    expect(first.stop_reason).toBe('tool_use');
    const calls = first.content.flatMap((block) => (block.type === 'tool_use' ? block : []));
    expect(calls.map(({ name }) => name)).toEqual(TOOL_NAMES);
    for (const { input } of calls) expect(input).toMatchObject({ city: expect.any(String) });
    if (thinks) expect(first.content[0]).toMatchObject({ type: 'thinking', thinking: 'Let me look.' });

    const results = calls.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'Rain' }));
    const second = await ask([
      question,
      { role: 'assistant', content: first.content as Anthropic.ContentBlockParam[] },
      { role: 'user', content: results },
    ]);
    expect(second.content).toMatchObject([{ type: 'text', text: expect.stringMatching(/rain/i) }]);
  });

  it(
    'messages.countTokens',
    async () => {
      if (group === 'N') pair.upstream.enqueue(jsonReply({ input_tokens: 17 }));
      const { input_tokens: count } = await client.messages.countTokens({
        model,
        messages: hello.messages,
        tools: TOOLS,
      });
      if (group === 'N') expect(count).toBe(17);
      else expect(count).toBeGreaterThan(20);
    },
    HOOK_LIMIT_MS,
  );
});

describe('the Anthropic SDK', () => {
  it('models.list pages over every model', async () => {
    const ids: string[] = [];
    for await (const { id, type, display_name: name } of client.models.list({ limit: 5 })) {
      expect([type, name]).toEqual(['model', id]);
      ids.push(id);
    }
    expect(ids).toEqual(expect.arrayContaining(BEHIND.map(({ model }) => model)));
    expect(await client.models.retrieve('gemini-chat')).toMatchObject({ id: 'gemini-chat', type: 'model' });
  });

  it('an `apiKey` is sent as a bearer token by version 1 and is as good as an `authToken`', async () => {
    const page = await connect({ apiKey: TEST_KEYS.research }).models.list({ limit: 1 });
    expect(page.data).toHaveLength(1);
  });

  it('a 401 for a request with only x-api-key says to send it as Authorization: Bearer', async () => {
    // Versions before 1 send an `apiKey` so; later ones send it as a bearer token too.
    const defaultHeaders = { 'x-api-key': TEST_KEYS.research, authorization: null };
    const refused = connect({ defaultHeaders }).messages.create({
      model: 'anthropic-chat',
      max_tokens: 5,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    await expect(refused).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
    await expect(refused).rejects.toThrow('Authorization: Bearer');
    await expect(refused).rejects.toMatchObject({ status: 401, requestID: expect.any(String) });
  });

  it.each([
    ['a model of others', 'gpt-4o', Anthropic.PermissionDeniedError, 'permission_error'],
    ['an unknown model', 'gpt-9', Anthropic.NotFoundError, 'invalid_request_error'],
  ])('%s is the error class that its users catch', async (_what, model, errorClass, type) => {
    const refused = connect({ authToken: TEST_KEYS.support }).messages.create({
      model,
      max_tokens: 5,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    await expect(refused).rejects.toBeInstanceOf(errorClass);
    await expect(refused).rejects.toMatchObject({ type });
  });

  it('retries by itself when the provider limits its rate, as the headers ask', async () => {
    pair.upstream.enqueue(rateLimited(0));
    pair.upstream.setDefault(jsonReply({}, { status: 529 }));
    const again = connect({ authToken: TEST_KEYS.research, maxRetries: 1 }).messages.create({
      model: 'gpt-4o',
      max_tokens: 5,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    await expect(again).rejects.toBeInstanceOf(Anthropic.InternalServerError);
    expect(pair.upstream.requests).toHaveLength(2);
  });
});

describe('the Anthropic SDK on paths that the gateway does not serve', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['messages.batches.create', 'POST /v1/batches', () => client.messages.batches.create({ requests: [] })],
    ['messages.batches.retrieve', 'POST /v1/batches', () => client.messages.batches.retrieve('msgbatch_1')],
    [
      'beta.files.upload',
      'X-Service-Model',
      () => client.beta.files.upload({ file: new File(['a'], 'a.txt', { type: 'text/plain' }) }),
    ],
    ['beta.files.list', 'X-Service-Model', async () => client.beta.files.list()],
    ['beta.skills.list', 'workspace agents', async () => client.beta.skills.list()],
  ])('%s fails with a NotFoundError that names %s', async (_call, alternative, call) => {
    const failure = await call().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Anthropic.NotFoundError);
    expect(failure).toMatchObject({
      requestID: expect.any(String),
      error: { type: 'error', error: { code: 'unsupported_endpoint', message: expect.stringContaining(alternative) } },
    });
    expect(pair.upstream.requests).toEqual([]);
  });
});
