import { describe, expect, it } from '@jest/globals';
import { validateChatRequest } from '../requests/validate-chat-request.js';

type Members = Record<string, unknown>;

/** A row of docs/contract/chat.md#request-fields: what is accepted, and what is rejected with which `param` and rule. */
interface FieldRule {
  rule: string;
  valid: Members[];
  invalid: [members: Members, param: string, rule: string][];
}

const requestWith = (members: Members): Members => ({
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'hi' }],
  ...members,
});

const numberRule = (name: string, minimum: number, maximum: number): FieldRule => {
  const rule = `must be a number between ${minimum} and ${maximum}.`;
  return {
    rule: `${name}: ${minimum} to ${maximum}`,
    valid: [minimum, maximum, (minimum + maximum) / 2, 0, 0.25].map((value) => ({ [name]: value })),
    invalid: [minimum - 0.01, maximum + 0.01, Number('1e400'), '1', true, [1], {}].map((value) => [
      { [name]: value },
      name,
      rule,
    ]),
  };
};

const integerRule = (name: string, valid: number[], invalid: number[], rule: string): FieldRule => ({
  rule: `${name}: ${rule}`,
  valid: [...valid, 5.0].map((value) => ({ [name]: value })),
  invalid: [...invalid, 1.5, Number('1e400'), '1', true, [1], {}].map((value) => [
    { [name]: value },
    name,
    `must be ${rule}.`,
  ]),
});

const booleanRule = (name: string): FieldRule => ({
  rule: `${name}: a boolean, never a string or a number`,
  valid: [true, false].map((value) => ({ [name]: value })),
  invalid: ['true', 'false', 1, 0, {}, []].map((value) => [{ [name]: value }, name, 'must be true or false.']),
});

const modelRule = 'must be a non-empty string of at most 512 characters.';
const schemaFormat = (json_schema: unknown): Members => ({ response_format: { type: 'json_schema', json_schema } });

const rules: FieldRule[] = [
  {
    rule: 'model: required, 1 to 512 characters',
    valid: [{ model: 'm' }, { model: 'meta-llama/Llama-3:free' }, { model: 'é'.repeat(512) }],
    invalid: [
      [{ model: undefined }, 'model', `is required and ${modelRule}`],
      ...['', 'm'.repeat(513), null, 5, ['m']].map((model): [Members, string, string] => [
        { model },
        'model',
        modelRule,
      ]),
    ],
  },
  {
    rule: 'messages: required, a non-empty array',
    valid: [{ messages: [{ role: 'user', content: '' }] }],
    invalid: [
      [{ messages: undefined }, 'messages', 'is required and must be a non-empty list of messages.'],
      ...[[], {}, 'hi', null].map((messages): [Members, string, string] => [
        { messages },
        'messages',
        'must be a non-empty list of messages.',
      ]),
    ],
  },
  booleanRule('stream'),
  {
    rule: 'stream_options: include_usage boolean, only beside stream true',
    valid: [
      { stream: true, stream_options: { include_usage: true } },
      { stream: true, stream_options: { include_usage: null, include_obfuscation: false } },
      { stream: true, stream_options: {} },
      { stream: false, stream_options: null },
    ],
    invalid: [
      [{ stream: true, stream_options: true }, 'stream_options', 'must be an object.'],
      [{ stream: true, stream_options: [] }, 'stream_options', 'must be an object.'],
      [
        { stream: true, stream_options: { include_usage: 1 } },
        'stream_options.include_usage',
        'must be true or false.',
      ],
      [{ stream_options: {} }, 'stream_options', 'is only allowed if `stream` is true.'],
      [{ stream: false, stream_options: {} }, 'stream_options', 'is only allowed if `stream` is true.'],
    ],
  },
  numberRule('temperature', 0, 2),
  numberRule('top_p', 0, 1),
  integerRule('max_tokens', [1, 1_000_000], [0, -1], 'an integer above 0'),
  integerRule('max_completion_tokens', [1, 1_000_000], [0, -1], 'an integer above 0'),
  {
    rule: 'stop: a string or at most four',
    valid: [{ stop: 'END' }, { stop: [] }, { stop: ['a', 'b', 'c', 'd'] }],
    invalid: [
      [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'must be a string or a list of at most 4 strings.'],
      [{ stop: 1 }, 'stop', 'must be a string or a list of at most 4 strings.'],
      [{ stop: ['a', null] }, 'stop[1]', 'must be a string.'],
    ],
  },
  {
    rule: 'user: a string',
    valid: [{ user: 'u-1' }],
    invalid: [[{ user: 1 }, 'user', 'must be a string.']],
  },
  {
    rule: 'response_format: text, json_object or json_schema',
    valid: [
      { response_format: { type: 'text' } },
      { response_format: { type: 'json_object' } },
      schemaFormat({ name: 'answer' }),
      schemaFormat({ name: 'a-1_B', description: null, schema: null, strict: null }),
      schemaFormat({ name: 'answer', description: 'd', schema: { type: 'object' }, strict: true }),
    ],
    invalid: [
      [{ response_format: 'json_object' }, 'response_format', 'must be an object with a `type`.'],
      [{ response_format: { type: 'xml' } }, 'response_format.type', 'must be "text", "json_object" or "json_schema".'],
      [
        { response_format: {} },
        'response_format.type',
        'is required and must be "text", "json_object" or "json_schema".',
      ],
      [
        { response_format: { type: 'json_schema' } },
        'response_format.json_schema',
        'is required and must be an object with a `name`.',
      ],
      [
        schemaFormat({ schema: {} }),
        'response_format.json_schema.name',
        'is required and must be 1 to 64 letters, digits, underscores or hyphens.',
      ],
      [
        schemaFormat({ name: 'two words' }),
        'response_format.json_schema.name',
        'must be 1 to 64 letters, digits, underscores or hyphens.',
      ],
      [schemaFormat({ name: 'a', schema: [] }), 'response_format.json_schema.schema', 'must be a JSON Schema object.'],
      [schemaFormat({ name: 'a', strict: 'yes' }), 'response_format.json_schema.strict', 'must be true or false.'],
    ],
  },
  integerRule('n', [1, 128], [0, 129], 'an integer between 1 and 128'),
  integerRule('seed', [0, -1, 9_007_199_254_740_991], [], 'an integer'),
  numberRule('presence_penalty', -2, 2),
  numberRule('frequency_penalty', -2, 2),
  booleanRule('logprobs'),
  {
    rule: 'top_logprobs: 0 to 20, beside logprobs true',
    valid: [{ logprobs: true, top_logprobs: 0 }, { logprobs: true, top_logprobs: 20 }, { top_logprobs: 0 }],
    invalid: [
      [{ logprobs: true, top_logprobs: 21 }, 'top_logprobs', 'must be an integer between 0 and 20.'],
      [{ logprobs: true, top_logprobs: -1 }, 'top_logprobs', 'must be an integer between 0 and 20.'],
      [{ logprobs: true, top_logprobs: 1.5 }, 'top_logprobs', 'must be an integer between 0 and 20.'],
      [{ top_logprobs: 1 }, 'top_logprobs', 'is only allowed if `logprobs` is true.'],
      [{ logprobs: false, top_logprobs: 1 }, 'top_logprobs', 'is only allowed if `logprobs` is true.'],
    ],
  },
  {
    rule: 'logit_bias: an object of numbers from -100 to 100',
    valid: [{ logit_bias: {} }, { logit_bias: { 50256: -100, 7: 100, 8: 0.5 } }],
    invalid: [
      [{ logit_bias: [] }, 'logit_bias', 'must be an object that gives token ids a number between -100 and 100.'],
      [{ logit_bias: { 50256: 101 } }, 'logit_bias.50256', 'must be a number between -100 and 100.'],
      [{ logit_bias: { 'a b': '1' } }, 'logit_bias.*', 'must be a number between -100 and 100.'],
    ],
  },
  booleanRule('parallel_tool_calls'),
  {
    rule: 'reasoning_effort: a word; which one, the model decides',
    valid: [{ reasoning_effort: 'low' }, { reasoning_effort: 'xhigh' }],
    invalid: [
      [{ reasoning_effort: '' }, 'reasoning_effort', 'must be a non-empty string.'],
      [{ reasoning_effort: 3 }, 'reasoning_effort', 'must be a non-empty string.'],
    ],
  },
  {
    rule: 'store: false is accepted',
    valid: [{ store: false }],
    invalid: [[{ store: 'yes' }, 'store', 'must be true or false.']],
  },
];

/** Members as they arrive on the wire: those that are undefined are absent. */
const asSent = (members: Members): unknown =>
  Object.fromEntries(Object.entries(requestWith(members)).filter(([, value]) => value !== undefined));

describe.each(rules)('$rule', ({ valid, invalid }) => {
  it.each(valid.map((members) => [JSON.stringify(members), members] as const))('accepts %.100s', (_, members) => {
    const body = asSent(members);
    expect(validateChatRequest(body)).toBe(body);
  });

  it.each(invalid.map((row) => [JSON.stringify(row[0]), ...row] as const))(
    'rejects %.100s',
    (_, members, param, rule) => {
      expect(() => validateChatRequest(asSent(members))).toThrow(
        expect.objectContaining({ code: 'invalid_value', param, message: `\`${param}\` ${rule}` }),
      );
    },
  );
});

describe('members that the gateway cannot honour', () => {
  it.each([
    ['functions', []],
    ['functions', [{ name: 'f' }]],
    ['function_call', 'auto'],
    ['function_call', { name: 'f' }],
    ['previous_response_id', 'resp_1'],
    ['store', true],
    ['web_search_options', {}],
  ])('%s %j is rejected with unsupported_parameter', (param, value) => {
    expect(() => validateChatRequest(requestWith({ [param]: value }))).toThrow(
      expect.objectContaining({
        code: 'unsupported_parameter',
        param,
        message: expect.stringContaining(`\`${param}\` is not supported. `),
      }),
    );
  });
});

describe('a null optional field is an absent field', () => {
  const optional = [
    ['stream', 'stream_options', 'temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'stop', 'user'],
    ['tools', 'tool_choice', 'response_format', 'n', 'seed', 'presence_penalty', 'frequency_penalty', 'logprobs'],
    ['top_logprobs', 'logit_bias', 'parallel_tool_calls', 'reasoning_effort'],
    ['functions', 'function_call', 'previous_response_id', 'store', 'web_search_options'],
  ].flat();

  it.each(optional)('%s', (name) => {
    expect(validateChatRequest(requestWith({ [name]: null }))).toEqual(requestWith({}));
  });

  it('but unknown members stay as they came, null or not', () => {
    const unknown = { verbosity: null, service_tier: 'flex', metadata: { a: null }, modalities: ['text'] };
    expect(validateChatRequest(requestWith({ ...unknown, seed: null }))).toEqual(requestWith(unknown));
  });
});
