import { describe, expect, it } from '@jest/globals';
import { GatewayError, toErrorEnvelope } from '@multilane/errors';
import fc from 'fast-check';
import { parseJsonBody } from '../json/parse-json-body.js';
import { validateCountTokensRequest, validateMessagesRequest } from './validate-messages-request.js';

const CACHED = { type: 'ephemeral', ttl: '1h' };

/** Uses every member and every form that the schema knows, and some that it does not. */
const buildRichRequest = (): Record<string, unknown> => ({
  model: 'claude',
  max_tokens: 1024,
  system: [{ type: 'text', text: 'Be brief.', cache_control: CACHED }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look', cache_control: CACHED },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'image', source: { type: 'file', file_id: 'file_1' } },
        { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' }, title: null },
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'a' },
          citations: { enabled: true },
        },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'a' }] }, context: 'c' },
        { type: 'search_result', source: 's', title: 't', content: [] },
        { type: 'newer', anything: 1 },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: 's' },
        { type: 'redacted_thinking', data: 'd' },
        { type: 'tool_use', id: 't1', name: 'look', input: {}, caller: { type: 'direct' } },
        { type: 'server_tool_use', id: 's1', name: 'tool_search_tool_bm25', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't1',
          content: [{ type: 'tool_reference', tool_name: 'look' }],
          is_error: true,
        },
        { type: 'tool_result', tool_use_id: 't2', content: null },
      ],
    },
    { role: 'system', content: 'Mind the gap.' },
    { role: 'assistant', content: '' },
  ],
  tools: [
    { name: 'look', description: 'd', input_schema: { type: 'object' }, cache_control: CACHED, defer_loading: true },
    { type: 'custom', name: 'see', input_schema: {} },
    { type: null, name: 'hear', input_schema: {} },
    { type: 'bash_20250124', name: 'bash' },
    { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 10 },
    { type: 'memory_20250818', name: 'memory' },
    { type: 'browser_toolset_20260801' },
    { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
    { type: 'newer_20270101' },
  ],
  tool_choice: { type: 'tool', name: 'look', disable_parallel_tool_use: true },
  thinking: { type: 'enabled', budget_tokens: 1024, display: 'omitted' },
  output_config: { effort: 'max', format: { type: 'json_schema', schema: {} }, task_budget: {} },
  stream: true,
  temperature: 1,
  top_p: 1,
  top_k: 40,
  stop_sequences: ['A', 'B', 'C', 'D', 'E'],
  metadata: { user_id: 'u-1' },
  context_management: { edits: [{ type: 'clear_thinking_20251015' }] },
  mcp_servers: [],
  service_tier: 'auto',
  newer: { member: true },
});

function findRefusal(body: unknown, validate: (body: unknown) => unknown = validateMessagesRequest) {
  try {
    expect(validate(body)).toBe(body);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return undefined;
}

type Path = (string | number)[];

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return [path, ...steps.flatMap((step) => listPaths(Object(value)[step], [...path, step]))];
}

function replaceAt(path: Path, replacement: unknown): unknown {
  const request = buildRichRequest();
  const last = path.at(-1);
  if (last === undefined) return replacement;
  let parent: unknown = request;
  for (const step of path.slice(0, -1)) parent = Object(parent)[step];
  Object(parent)[last] = replacement;
  return request;
}

const PLACES = listPaths(buildRichRequest()).map((path) => [path.join('/'), path] as const);
const with_ = (members: object) => ({ ...buildRichRequest(), ...members });
const turn = (...content: unknown[]) => with_({ messages: [{ role: 'user', content }] });

describe("a thread of the official SDK's tool runner", () => {
  it.each([{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }])(
    'is rejected with the details by which it continues without one: %j',
    (thread) => {
      const body = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }], thread };
      let refusal: unknown;
      try {
        validateMessagesRequest(body);
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toMatchObject({ status: 400, code: 'unsupported_parameter', param: 'thread' });
      expect(toErrorEnvelope(refusal as GatewayError).error.details).toEqual({
        error_code: 'thread_unsupported_request',
        unsupported: ['thread'],
      });
    },
  );
});

describe('validateMessagesRequest', () => {
  it('accepts all that the native format has, and returns the same object unchanged', () => {
    const request = buildRichRequest();
    expect(validateMessagesRequest(request)).toBe(request);
    expect(request).toEqual(buildRichRequest());
  });

  it('takes a null optional field for an absent one (docs/contract/requests.md#null-members)', () => {
    const absent = { metadata: null, thinking: null, stop_sequences: null, fallbacks: null, container: null };
    expect(validateMessagesRequest({ ...with_(absent), newer: null })).not.toHaveProperty('metadata');
    expect(validateMessagesRequest({ ...with_(absent), newer: null })).toHaveProperty('newer', null);
    const forProvider = { service_tier: null, context_management: null, cache_control: null, speed: null };
    for (const name of Object.keys(forProvider)) {
      expect(validateMessagesRequest(with_({ ...forProvider }))).not.toHaveProperty(name);
      expect(validateMessagesRequest(with_({ [name]: 'x' }))).toHaveProperty(name, 'x');
    }
  });

  it.each([
    'web_search_20250305',
    'web_search_20260318',
    'web_fetch_20260318',
    'file_search',
    'computer_use',
    'computer_use_preview',
    'computer_20251124',
    'computer_toolset_20260801',
    'code_execution_20260521',
    'mcp_toolset',
    'advisor_20260301',
  ])('rejects the hosted tool %s, error.param naming the tool', (type) => {
    for (const validate of [validateMessagesRequest, validateCountTokensRequest]) {
      const refusal = findRefusal(
        with_({
          tools: [
            { name: 'f', input_schema: {} },
            { type, name: 'x' },
          ],
        }),
        validate,
      );
      expect(refusal).toMatchObject({ code: 'unsupported_parameter', param: type, status: 400 });
    }
  });

  it('names the address for MCP servers where a provider would call them', () => {
    for (const body of [{ mcp_servers: [{ url: 'https://example.com' }] }, { tools: [{ type: 'mcp_toolset' }] }]) {
      expect(findRefusal(with_(body))?.message).toContain('/mcp of the gateway');
    }
  });

  it.each([
    ['thread', { type: 'continue' }],
    ['previous_response_id', 'r'],
    ['store', true],
    ['fallbacks', 'default'],
    ['container', 'c'],
    ['mcp_servers', [{ url: 'https://example.com' }]],
    ['functions', []],
    ['function_call', 'auto'],
  ])('rejects %s, which the gateway cannot honour', (param, value) => {
    expect(findRefusal(with_({ [param]: value }))).toMatchObject({ code: 'unsupported_parameter', param });
  });

  it.each([
    ['model', with_({ model: '' })],
    ['max_tokens', with_({ max_tokens: undefined })],
    ['max_tokens', with_({ max_tokens: -1 })],
    ['messages', with_({ messages: [] })],
    ['messages[0].role', with_({ messages: [{ role: 'tool', content: 'a' }] })],
    ['messages[0].content', with_({ messages: [{ role: 'user' }] })],
    ['messages[0].content[0].type', turn({ text: 'a' })],
    ['messages[0].content[0].text', turn({ type: 'text' })],
    ['messages[0].content[0].source', turn({ type: 'image' })],
    [
      'messages[0].content[0].source.data',
      turn({ type: 'image', source: { type: 'base64', media_type: 'image/png' } }),
    ],
    ['messages[0].content[0].source.url', turn({ type: 'document', source: { type: 'url', url: 1 } })],
    ['messages[0].content[0].signature', turn({ type: 'thinking', thinking: 'a' })],
    ['messages[0].content[0].input', turn({ type: 'tool_use', id: 'a', name: 'f' })],
    ['messages[0].content[0].tool_use_id', turn({ type: 'tool_result' })],
    [
      'messages[0].content[0].content[0].tool_name',
      turn({ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_reference', tool_name: '' }] }),
    ],
    [
      'messages[0].content[0].content[0].text',
      turn({ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text' }] }),
    ],
    ['system[0].text', with_({ system: [{ type: 'text' }] })],
    ['tools[0].name', with_({ tools: [{ input_schema: {} }] })],
    ['tools[0].input_schema', with_({ tools: [{ name: 'f' }] })],
    ['tools[0].input_schema', with_({ tools: [{ type: 'custom', name: 'f' }] })],
    ['tool_choice.name', with_({ tool_choice: { type: 'tool' } })],
    ['thinking.budget_tokens', with_({ thinking: { type: 'enabled' } })],
    ['output_config.format.schema', with_({ output_config: { format: { type: 'json_schema' } } })],
    ['temperature', with_({ temperature: 1.1 })],
    ['top_p', with_({ top_p: 2 })],
    ['top_k', with_({ top_k: 0.5 })],
    ['stop_sequences[0]', with_({ stop_sequences: [1] })],
    ['metadata.user_id', with_({ metadata: { user_id: 1 } })],
    ['stream', with_({ stream: 'yes' })],
  ])('names %s where it is wrong', (param, body) => {
    const refusal = findRefusal(body);
    expect(refusal).toMatchObject({ code: 'invalid_value', param });
    expect(refusal?.message).toMatch(/^`.+` (is required and )?must be .+\.$/);
  });

  it('needs no max_tokens to count tokens', () => {
    const { max_tokens: _, ...request } = buildRichRequest();
    expect(findRefusal(request, validateCountTokensRequest)).toBeUndefined();
  });

  it.each(PLACES)('with anything at /%s, answers or rejects, and never repeats it', (_, path) => {
    const secret = 'hunter2 is my secret prompt';
    for (const value of [secret, [secret], { [secret]: secret }, { type: secret, role: secret }, -1, null, true]) {
      const refusal = findRefusal(replaceAt(path, value));
      expect(['invalid_value', 'unsupported_parameter', undefined]).toContain(refusal?.code);
      expect(`${refusal?.message} ${refusal?.param}`).not.toContain('hunter2');
    }
  });

  it('answers or rejects any JSON value at any place of a request', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLACES), fc.jsonValue(), ([, path], value) => {
        const refusal = findRefusal(replaceAt(path, value));
        if (path.length > 0 && refusal !== undefined) expect(refusal.param).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });

  it('sends long integers on digit by digit where the native format has free JSON', () => {
    const text =
      '{"model":"m","max_tokens":1,"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f",' +
      '"input":{"id":123456789012345678901234567890}}]}],"newer":9007199254740993}';
    expect(JSON.stringify(validateMessagesRequest(parseJsonBody(Buffer.from(text))))).toBe(text);
  });
});
