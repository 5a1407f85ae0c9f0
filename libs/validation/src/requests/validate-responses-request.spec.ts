import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { validateResponsesRequest } from './validate-responses-request.js';

const requestWith = (members: Record<string, unknown>) => ({ model: 'gpt-4o', input: 'Hi', ...members });
const withItems = (...input: unknown[]) => requestWith({ input });
const withTools = (...tools: unknown[]) => requestWith({ tools });

/** Uses every item, part and member that the schema knows. */
const buildRichRequest = (): Record<string, unknown> => ({
  model: 'gpt-4o',
  instructions: 'Be brief.',
  input: [
    { role: 'user', content: 'What is this?' },
    { type: null, role: 'developer', content: [{ type: 'input_text', text: 'Look.' }] },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'See.' },
        { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'original' },
        { type: 'input_file', file_data: 'data:application/pdf;base64,AA==', filename: 'a.pdf' },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
      ],
    },
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: null },
    { type: 'message', role: 'assistant', id: 'msg_1', status: 'completed', content: [] },
    {
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'A cat.', annotations: [], logprobs: [] },
        { type: 'refusal', refusal: 'No.' },
      ],
    },
    { type: 'function_call', call_id: 'call_1', name: 'look', namespace: null, arguments: '{}', status: 'completed' },
    { type: 'function_call_output', call_id: 'call_1', output: 'a cat' },
    { type: 'custom_tool_call', call_id: 'call_2', name: 'patch', input: '*** Begin' },
    { type: 'custom_tool_call_output', call_id: 'call_2', output: [{ type: 'input_text', text: 'ok' }] },
    { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'late' }] },
  ],
  tools: [
    { type: 'function', name: 'look', parameters: { type: 'object' }, strict: null, description: null },
    { type: 'custom', name: 'patch', format: { type: 'grammar', syntax: 'lark', definition: 'start: /x/' } },
    { type: 'namespace', name: 'crm', description: 'Customers.', tools: [{ type: 'function', name: 'find' }] },
  ],
  tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'look' }] },
  parallel_tool_calls: false,
  max_output_tokens: 100,
  max_tool_calls: 2,
  temperature: 1,
  top_p: 0.5,
  top_logprobs: 3,
  text: { format: { type: 'json_schema', name: 'cat', schema: {}, strict: true }, verbosity: 'low' },
  reasoning: { effort: 'high', summary: 'auto' },
  stream: true,
  stream_options: { include_obfuscation: false },
  include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
  metadata: { topic: 'cats' },
  user: 'u',
  truncation: 'disabled',
  store: false,
  background: false,
  service_tier: 'flex',
  safety_identifier: 's',
  prompt_cache_key: 'k',
  client_metadata: { version: '1' },
});

const problemOf = (body: unknown): unknown => {
  try {
    validateResponsesRequest(body);
    return 'accepted';
  } catch (error) {
    return error instanceof GatewayError ? `${error.code} ${error.param}` : error;
  }
};

describe('the fields of /v1/responses (docs/contract/responses.md#request)', () => {
  it('are all accepted together, and the body comes back as it was', () => {
    const body = buildRichRequest();
    expect(validateResponsesRequest(body)).toBe(body);
    expect(body).toEqual(buildRichRequest());
  });

  it('are absent where they are null', () => {
    const members = Object.keys(buildRichRequest()).filter((name) => !['model', 'input'].includes(name));
    const nulls = Object.fromEntries(members.map((name) => [name, null]));
    expect(validateResponsesRequest(requestWith(nulls))).toEqual(requestWith({ client_metadata: null }));
  });

  it.each([
    [{ input: 'Hi' }, 'model'],
    [{ model: 'm' }, 'input'],
    [requestWith({ input: [] }), 'input'],
    [requestWith({ input: 7 }), 'input'],
    [requestWith({ temperature: 2.1 }), 'temperature'],
    [requestWith({ top_logprobs: 21 }), 'top_logprobs'],
    [requestWith({ max_output_tokens: 0 }), 'max_output_tokens'],
    [requestWith({ instructions: ['x'] }), 'instructions'],
    [requestWith({ metadata: { a: 1 } }), 'metadata.a'],
    [requestWith({ include: ['everything'] }), 'include[0]'],
    [requestWith({ text: { format: { type: 'yaml' } } }), 'text.format.type'],
    [requestWith({ text: { format: { type: 'json_schema' } } }), 'text.format.name'],
    [requestWith({ text: { verbosity: 'chatty' } }), 'text.verbosity'],
    [requestWith({ reasoning: { summary: 'long' } }), 'reasoning.summary'],
    [requestWith({ tool_choice: 'sometimes' }), 'tool_choice'],
    [requestWith({ tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [] } }), 'tool_choice.tools'],
    [requestWith({ stream_options: {} }), 'stream_options'],
    [requestWith({ truncation: 'middle' }), 'truncation'],
    [requestWith({ seed: 0.5 }), 'seed'],
    [withItems('Hi'), 'input[0]'],
    [withItems({ type: 3 }), 'input[0].type'],
    [withItems({ role: 'robot', content: 'x' }), 'input[0].role'],
    [withItems({ role: 'user' }), 'input[0].content'],
    [withItems({ role: 'user', content: [] }), 'input[0].content'],
    [withItems({ role: 'user', content: [{ type: 'output_text', text: 'x' }] }), 'input[0].content[0].type'],
    [withItems({ role: 'user', content: [{ type: 'input_text' }] }), 'input[0].content[0].text'],
    [withItems({ type: 'function_call', call_id: 'c', name: 'f' }), 'input[0].arguments'],
    [withItems({ type: 'custom_tool_call', call_id: 'c', name: 'f' }), 'input[0].input'],
    [withItems({ type: 'function_call_output', call_id: 'c' }), 'input[0].output'],
    [withItems({ type: 'reasoning', summary: 'Hm.' }), 'input[0].summary'],
    [withTools({ type: 'function' }), 'tools[0].name'],
    [withTools({ type: 'custom', name: 'x', format: { type: 'grammar' } }), 'tools[0].format.syntax'],
    [withTools({ type: 'namespace', name: 'x' }), 'tools[0].tools'],
  ])('%j is invalid_value at %s', (body, param) => {
    expect(problemOf(body)).toBe(`invalid_value ${param}`);
  });
});

describe('members that the gateway cannot honour are rejected with unsupported_parameter', () => {
  it.each([
    [{ store: true }, 'store'],
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ conversation: 'conv_1' }, 'conversation'],
    [{ background: true }, 'background'],
    [{ prompt: { id: 'p' } }, 'prompt'],
    [{ truncation: 'auto' }, 'truncation'],
    [{ context_management: [] }, 'context_management'],
    [{ functions: [] }, 'functions'],
    [{ function_call: 'auto' }, 'function_call'],
    [{ reasoning: { mode: 'pro' } }, 'reasoning.mode'],
    [{ messages: [] }, 'messages'],
    [{ max_tokens: 5 }, 'max_tokens'],
    [{ response_format: { type: 'text' } }, 'response_format'],
    [{ reasoning_effort: 'low' }, 'reasoning_effort'],
    [{ n: 2 }, 'n'],
    [{ tools: [{ type: 'web_search' }] }, 'web_search'],
    [{ tools: [{ type: 'web_search_preview_2025_03_11' }] }, 'web_search_preview_2025_03_11'],
    [{ tools: [{ type: 'file_search' }] }, 'file_search'],
    [{ tools: [{ type: 'mcp' }] }, 'tools[0].type'],
    [{ tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'mcp' }] }] }, 'tools[0].tools[0].type'],
    [{ input: [{ type: 'additional_tools', tools: [{ type: 'shell' }] }] }, 'input[0].tools[0].type'],
    [{ tool_choice: { type: 'web_search' } }, 'web_search'],
    [{ tools: [{ type: 'function', name: 'f', async: true }] }, 'tools[0].async'],
    [{ tools: [{ type: 'function', name: 'f', allowed_callers: ['programmatic'] }] }, 'tools[0].allowed_callers'],
    [{ input: [{ type: 'item_reference', id: 'x' }] }, 'input[0].type'],
    [{ input: [{ type: 'web_search_call' }] }, 'input[0].type'],
    [{ input: [{ role: 'user', content: 'x' }, { type: 'compaction' }] }, 'input[1].type'],
  ])('%j: %s', (members, param) => {
    expect(problemOf(requestWith(members))).toBe(`unsupported_parameter ${param}`);
  });

  it('names the address for MCP servers', () => {
    expect(() => validateResponsesRequest(requestWith({ tools: [{ type: 'mcp' }] }))).toThrow('/mcp of the gateway');
  });

  it('says so without repeating a value of the request', () => {
    const secret = 'very-private-words';
    for (const body of [
      requestWith({ previous_response_id: secret }),
      withItems({ type: secret }),
      requestWith({ tool_choice: secret }),
    ]) {
      expect(() => validateResponsesRequest(body)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(secret) }),
      );
    }
  });
});
