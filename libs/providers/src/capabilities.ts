/** The parameters that some provider group rejects (docs/contract/chat.md#parameter-support). */
const RESTRICTED_PARAMETERS = [
  'parallel_tool_calls',
  'response_format.json_object',
  'response_format.json_schema',
  'n',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'logit_bias',
  'reasoning_effort',
] as const;

export type RestrictedParameter = (typeof RESTRICTED_PARAMETERS)[number];

/** One column of the matrix: what the group rejects. Parameters that are not named work. */
export interface Capabilities {
  readonly refuses: ReadonlySet<RestrictedParameter>;
  /** Parameters among those that models take that are known to think. */
  readonly thinkersTake?: ReadonlySet<RestrictedParameter>;
}

const refusing = (...parameters: RestrictedParameter[]): Capabilities => ({ refuses: new Set(parameters) });

/** Parameters that the Responses API of the reference provider has no word for, whoever asks. */
export const RESPONSES_CAPABILITIES = refusing('n', 'seed', 'presence_penalty', 'frequency_penalty', 'logit_bias');

/** The same of other servers that speak the format: openresponses.org has penalties. */
export const OPEN_RESPONSES_CAPABILITIES = refusing('n', 'seed', 'logit_bias');

/** The whole matrix, column by column. */
export const GROUP_CAPABILITIES = {
  R: refusing(),
  N: refusing(
    'response_format.json_object',
    'response_format.json_schema',
    'n',
    'seed',
    'presence_penalty',
    'frequency_penalty',
    'logprobs',
    'logit_bias',
  ),
  G: refusing('parallel_tool_calls', 'logit_bias', 'reasoning_effort'),
  C: refusing('parallel_tool_calls', 'n', 'logit_bias', 'reasoning_effort'),
  B: {
    ...refusing(
      'parallel_tool_calls',
      'response_format.json_object',
      'response_format.json_schema',
      'n',
      'seed',
      'presence_penalty',
      'frequency_penalty',
      'logprobs',
      'logit_bias',
      'reasoning_effort',
    ),
    thinkersTake: new Set(['reasoning_effort']),
  },
  /** Speech has none of them. */
  S: refusing(),
} as const satisfies Record<string, Capabilities>;
