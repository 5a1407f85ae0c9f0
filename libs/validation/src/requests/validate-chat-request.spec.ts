import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { deepFreeze } from '@multilane/testing';
import fc from 'fast-check';
import { parseJsonBody } from '../json/parse-json-body.js';
import { BEYOND_THE_MODEL } from '../refused-everywhere.js';
import { chatRequestSchema } from '../schemas/chat-request.schema.js';
import { validateChatRequest } from './validate-chat-request.js';

/** Uses every member and every form that the schema knows and that can stand together. */
const buildRichRequest = (): Record<string, unknown> => ({
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'Be brief.', name: 'rules' },
    { role: 'developer', content: [{ type: 'text', text: 'Very.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'auto' } },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        { type: 'file', file: { file_data: 'AAAA', filename: 'a.pdf' } },
        { type: 'file', file: { file_id: 'file-1' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      refusal: null,
      reasoning_content: 'A tool knows.',
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } },
        { id: 'call_2', type: 'custom', custom: { name: 'shell', input: 'ls' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'a cat' },
    { role: 'tool', tool_call_id: 'call_2', content: [{ type: 'text', text: 'ok' }] },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }], audio: { id: 'audio_1' } },
    { role: 'assistant', function_call: { name: 'look', arguments: '{}' } },
  ],
  stream: true,
  stream_options: { include_usage: true },
  temperature: 1,
  top_p: 1,
  max_tokens: 16,
  max_completion_tokens: 16,
  stop: ['END'],
  user: 'u-1',
  tools: [
    { type: 'function', function: { name: 'look', description: 'd', parameters: { type: 'object' }, strict: true } },
    { type: 'custom', custom: { name: 'shell', description: 'd' } },
  ],
  tool_choice: { type: 'function', function: { name: 'look' } },
  response_format: { type: 'json_schema', json_schema: { name: 'a', description: 'd', schema: {}, strict: false } },
  n: 1,
  seed: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  logprobs: true,
  top_logprobs: 2,
  logit_bias: { 50256: -100 },
  parallel_tool_calls: true,
  reasoning_effort: 'low',
  store: false,
  metadata: { newer: true },
});

type Path = (string | number)[];

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return [path, ...steps.flatMap((step) => listPaths(Object(value)[step], [...path, step]))];
}

/** The rich request with one place replaced. */
function replaceAt(path: Path, replacement: unknown): unknown {
  const request = buildRichRequest();
  const last = path.at(-1);
  if (last === undefined) return replacement;
  let parent: unknown = request;
  for (const step of path.slice(0, -1)) parent = Object(parent)[step];
  Object(parent)[last] = replacement;
  return request;
}

/** The refusal, or undefined for a request that is accepted; anything else that is thrown fails the test. */
function findRefusal(body: unknown): GatewayError | undefined {
  try {
    expect(validateChatRequest(body)).toBe(body);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return undefined;
}

const places = listPaths(buildRichRequest()).map((path) => [path.join('/'), path] as const);
const secret = 'hunter2 is my secret prompt';

describe('validateChatRequest', () => {
  it('changes nothing inside of a member, for its bytes may be sent as they came', () => {
    const request = buildRichRequest();
    for (const member of Object.values(request)) deepFreeze(member);
    expect(validateChatRequest(request)).toBe(request);
    expect(request).toEqual(buildRichRequest());
  });

  it('accepts a request that uses everything, and returns the same object unchanged', () => {
    const request = buildRichRequest();
    expect(validateChatRequest(request)).toBe(request);
    expect(request).toEqual(buildRichRequest());
    const refused = [
      ...['functions', 'function_call', 'previous_response_id', 'web_search_options'],
      ...Object.keys(BEYOND_THE_MODEL),
    ];
    expect(Object.keys(request)).toEqual(
      expect.arrayContaining(Object.keys(chatRequestSchema.properties ?? {}).filter((name) => !refused.includes(name))),
    );
  });

  it.each(places)('with anything at /%s, answers or rejects, and never repeats it', (_, path) => {
    for (const value of [
      secret,
      [secret],
      { [secret]: secret },
      { type: secret, role: secret },
      -1,
      1e300,
      null,
      true,
    ]) {
      const refusal = findRefusal(replaceAt(path, value));
      expect(['invalid_value', 'unsupported_parameter', undefined]).toContain(refusal?.code);
      expect(`${refusal?.message} ${refusal?.param}`).not.toContain('hunter2');
      expect(refusal?.message ?? 'Accepted.').toMatch(/^\S.*\.$/);
    }
  });

  it('answers or rejects any JSON value', () => {
    fc.assert(fc.property(fc.jsonValue(), (body) => findRefusal(body) !== null));
  });

  it('answers or rejects any JSON value at any place of a request', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), ([, path], value) => {
        const refusal = findRefusal(replaceAt(path, value));
        if (path.length > 0 && refusal !== undefined) expect(refusal.param).toBeDefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('sends a long integer on in `seed`, in unknown members and in the schema of a tool, digit by digit', () => {
    const text =
      '{"model":"m","messages":[{"role":"user","content":"a","newer":123456789012345678901234567890}],' +
      '"seed":9007199254740993,"newer":[-9007199254740993],"tools":[{"type":"function","function":' +
      '{"name":"f","parameters":{"type":"integer","maximum":9007199254740993}}}]}';
    expect(JSON.stringify(validateChatRequest(parseJsonBody(Buffer.from(text))))).toBe(text);
  });

  it('takes a long integer for nothing but an integer, wherever it stands', () => {
    const isFree = (path: Path) => /^(metadata|.*\/parameters\/|.*\/schema\/)/.test(path.join('/'));
    for (const [place, path] of places) {
      if (isFree(path)) continue;
      const text = JSON.stringify(replaceAt(path, 'here')).replace('"here"', '9007199254740993');
      const refusal = findRefusal(parseJsonBody(Buffer.from(text)));
      expect([place, refusal?.code]).toEqual([place, place === 'seed' ? undefined : 'invalid_value']);
    }
  });

  it('takes no time that grows with the length of texts', () => {
    const url = `data:image/png;base64,${'A'.repeat(20_000_000)}`;
    const messages = Array.from({ length: 200 }, () => ({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url } }],
    }));
    const started = performance.now();
    validateChatRequest({ model: 'm', messages });
    // Counting the characters of all of them would take many seconds.
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
