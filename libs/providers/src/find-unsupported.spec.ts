import { describe, expect, test } from '@jest/globals';
import { type ChatRequest, PROVIDER_KINDS } from '@multilane/contracts';
import { ANTHROPIC } from './anthropic/adapter.js';
import { BEDROCK } from './bedrock/adapter.js';
import { GROUP_CAPABILITIES } from './capabilities.js';
import { COHERE } from './cohere/adapter.js';
import { findUnsupportedParameter } from './find-unsupported.js';
import { GEMINI } from './gemini/adapter.js';
import type { ModelFacts } from './model-facts.js';
import { getAdapter, listAdapterKinds } from './registry.js';
import { VERTEX } from './vertex/adapter.js';

type Group = keyof typeof GROUP_CAPABILITIES;
const GROUPS: readonly Group[] = ['R', 'N', 'G', 'C', 'B'];

/** The matrix of docs/contract/chat.md#parameter-support, with a request that sets each parameter. */
const MATRIX: readonly [row: string, set: Partial<ChatRequest>, param: string, ...supported: ('yes' | 'no')[]][] = [
  ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools', 'yes', 'yes', 'yes', 'yes', 'yes'],
  ['tool_choice', { tool_choice: 'required' }, 'tool_choice', 'yes', 'yes', 'yes', 'yes', 'yes'],
  ['parallel_tool_calls: false', { parallel_tool_calls: false }, 'parallel_tool_calls', 'yes', 'yes', 'no', 'no', 'no'],
  ['json_object', { response_format: { type: 'json_object' } }, 'response_format', 'yes', 'no', 'yes', 'yes', 'no'],
  [
    'json_schema',
    { response_format: { type: 'json_schema', json_schema: { name: 's' } } },
    'response_format',
    'yes',
    'no',
    'yes',
    'yes',
    'no',
  ],
  ['n greater than 1', { n: 2 }, 'n', 'yes', 'no', 'yes', 'no', 'no'],
  ['seed', { seed: 0 }, 'seed', 'yes', 'no', 'yes', 'yes', 'no'],
  ['presence_penalty', { presence_penalty: 0.5 }, 'presence_penalty', 'yes', 'no', 'yes', 'yes', 'no'],
  ['frequency_penalty', { frequency_penalty: 1 }, 'frequency_penalty', 'yes', 'no', 'yes', 'yes', 'no'],
  ['logprobs', { logprobs: true }, 'logprobs', 'yes', 'no', 'yes', 'yes', 'no'],
  ['top_logprobs', { top_logprobs: 3 }, 'top_logprobs', 'yes', 'no', 'yes', 'yes', 'no'],
  ['logit_bias', { logit_bias: { '50256': -100 } }, 'logit_bias', 'yes', 'no', 'no', 'no', 'no'],
  ['reasoning_effort', { reasoning_effort: 'low' }, 'reasoning_effort', 'yes', 'yes', 'no', 'no', 'no'],
];

const REQUEST: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };

const CELLS = MATRIX.flatMap(([row, set, param, ...supported]) =>
  GROUPS.map((group, column) => ({ row, group, set, refused: supported[column] === 'no' ? param : undefined })),
);

/** Every kind that answers chat, registered or about to be, with the column of its group. */
const ADAPTERS = new Map(
  [ANTHROPIC, BEDROCK, COHERE, GEMINI, VERTEX, ...listAdapterKinds().flatMap((kind) => getAdapter(kind) ?? [])]
    .filter(({ endpoints }) => endpoints.chat !== undefined)
    .map((adapter) => [adapter.kind, adapter]),
);
const KIND_CELLS = [...ADAPTERS.values()].flatMap((adapter) => {
  const group = PROVIDER_KINDS[adapter.kind];
  // The simulator speaks the reference format.
  const column = group === 'R1' || group === 'simulator' ? 'R' : group;
  return CELLS.filter((cell) => cell.group === column).map((cell) => ({ ...cell, kind: adapter.kind, adapter }));
});

/** Members that a parameter needs beside it to mean anything. */
const WITH_TOOLS: Partial<ChatRequest> = { tools: [{ type: 'function', function: { name: 'f' } }] };
const NEEDED: Readonly<Record<string, Partial<ChatRequest>>> = {
  tool_choice: WITH_TOOLS,
  'parallel_tool_calls: false': WITH_TOOLS,
  top_logprobs: { logprobs: true },
};

/** Parameters that a codec rejects though its group has them: the provider's API has no place for the value. */
const WITHOUT_PLACE: ReadonlySet<string> = new Set(['cohere top_logprobs']);

/** Every default of docs/contract/chat.md#defaults, each as it is written and as null, which counts as absent. */
const DEFAULTS: readonly Partial<ChatRequest>[] = [
  { n: 1 },
  { presence_penalty: 0 },
  { frequency_penalty: 0 },
  { parallel_tool_calls: true },
  { tool_choice: 'auto' },
  { logprobs: false },
  { top_logprobs: 0 },
  { tools: [] },
  { logit_bias: {} },
  { response_format: { type: 'text' } },
  ...['n', 'seed', 'presence_penalty', 'logprobs', 'logit_bias', 'reasoning_effort', 'response_format'].map((name) => ({
    [name]: null,
  })),
];

describe('findUnsupportedParameter', () => {
  test.each(CELLS)('group $group, $row: rejects $refused', ({ group, set, refused }) => {
    expect(findUnsupportedParameter({ ...REQUEST, ...set }, GROUP_CAPABILITIES[group])).toBe(refused);
  });

  test.each<[keyof typeof GROUP_CAPABILITIES, ModelFacts['thinking'], string | undefined]>([
    ['B', 'budget', undefined],
    ['B', 'adaptive', undefined],
    ['B', 'none', 'reasoning_effort'],
    ['B', undefined, 'reasoning_effort'],
    ['G', 'budget', 'reasoning_effort'],
  ])('group %s takes an effort of a model that is known to think: %s', (group, thinking, refused) => {
    const asked = { ...REQUEST, reasoning_effort: 'low' };
    expect(findUnsupportedParameter(asked, GROUP_CAPABILITIES[group], false, { thinking })).toBe(refused);
  });

  test.each(KIND_CELLS)('$kind, $row: rejects $refused', ({ adapter, set, refused }) => {
    expect(findUnsupportedParameter({ ...REQUEST, ...set }, adapter.capabilities)).toBe(refused);
  });

  test.each(KIND_CELLS.filter(({ refused }) => refused === undefined))(
    '$kind, $row: what the group has is said to the provider, never dropped',
    ({ adapter, kind, row, set }) => {
      const target = { kind, upstreamModel: 'm', baseUrl: 'https://example.com', headers: {} };
      const encode = (request: ChatRequest) => adapter.endpoints.chat?.encode(request, target);
      const without = { ...REQUEST, ...NEEDED[row] };
      const withParameter = () => encode({ ...without, ...set });
      if (WITHOUT_PLACE.has(`${kind} ${row}`)) {
        expect(withParameter).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param: row }));
      } else expect(withParameter()).not.toEqual(encode(without));
    },
  );

  test('every kind of a group of the matrix has its adapter here', () => {
    const groups: ReadonlySet<string> = new Set(['R1', 'R', 'N', 'G', 'C', 'B']);
    const kinds = Object.entries(PROVIDER_KINDS).flatMap(([kind, group]) => (groups.has(group) ? [kind] : []));
    expect([...ADAPTERS.keys()].sort()).toEqual([...kinds, 'simulator'].sort());
  });

  test.each(GROUPS.flatMap((group) => DEFAULTS.map((set) => ({ group, set, shown: JSON.stringify(set) }))))(
    'group $group never rejects the default $shown',
    ({ group, set }) => {
      expect(findUnsupportedParameter({ ...REQUEST, ...set }, GROUP_CAPABILITIES[group])).toBeUndefined();
    },
  );

  test.each(GROUPS)('group %s rejects nothing in a request that uses only what works everywhere', (group) => {
    const everywhere = {
      ...REQUEST,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      top_p: 1,
      max_tokens: 1,
      max_completion_tokens: 1,
      stop: ['a'],
      user: 'u',
    };
    expect(findUnsupportedParameter(everywhere, GROUP_CAPABILITIES[group])).toBeUndefined();
  });
});
