import type Anthropic from '@anthropic-ai/sdk';

type Beta = typeof Anthropic.Beta;

/** Beta features, as the one header of Claude Code names them. */
export const BETAS = ['claude-code-20250219', 'interleaved-thinking-2025-05-14', 'context-management-2025-06-27'];

/** Headers of Claude Code beside those of its SDK; none of them is for the provider. */
export const CLAUDE_CODE_HEADERS = {
  'user-agent': 'claude-cli/2.1.185 (external, cli)',
  'x-app': 'cli',
  'anthropic-dangerous-direct-browser-access': 'true',
  'x-claude-code-session-id': '0199d3a1-6d2c-7c51-9a0b-2f6d6f1f7c11',
};

/** Longer than the 64 characters that the reference provider takes for a user. */
export const METADATA = {
  user_id: JSON.stringify({ device_id: 'a'.repeat(64), account_uuid: '', session_id: '0199d3a1-6d2c-7c51-9a0b' }),
};

const cached = { cache_control: { type: 'ephemeral' as const } };

/** Its system prompt: who pays, who it is, what it may do. */
export const SYSTEM: Anthropic.Beta.BetaTextBlockParam[] = [
  { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.185.0d9; cc_entrypoint=cli; cch=fa690;' },
  { type: 'text', text: "You are Claude Code, Anthropic's official CLI for Claude.", ...cached },
  { type: 'text', text: 'Use the tools available to you to assist the user.', ...cached },
];

export const CLAUDE_CODE_TOOLS: Anthropic.Beta.BetaTool[] = [
  {
    name: 'Bash',
    description: 'Runs a command.',
    input_schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { command: { type: 'string' }, timeout: { type: 'number' } },
      required: ['command'],
      additionalProperties: false,
    },
  },
  {
    name: 'mcp__files__read_file',
    description: 'Reads a file.',
    input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    ...cached,
  },
];

/** The same tools as a provider calls them. */
export const CLAUDE_CODE_CALLS = [
  { id: 'toolu_0', name: 'Bash', arguments: '{"command":"ls"}', signature: 'c2lnbmVkLTE=' },
  { id: 'toolu_1', name: 'mcp__files__read_file', arguments: '{"path":"fog.txt"}' },
];

/** The first question, behind a reminder that the program puts there itself. */
export const CLAUDE_CODE_QUESTION: Anthropic.Beta.BetaMessageParam = {
  role: 'user',
  content: [
    { type: 'text', text: '<system-reminder>\nThe date is 2026-11-21.\n</system-reminder>' },
    { type: 'text', text: 'Use Bash and mcp__files__read_file.', ...cached },
  ],
};

/** The members that it sends with every turn. */
export const CLAUDE_CODE_TURN = {
  max_tokens: 32_000,
  system: SYSTEM,
  tools: CLAUDE_CODE_TOOLS,
  metadata: METADATA,
  context_management: { edits: [{ type: 'clear_thinking_20251015' as const, keep: 'all' as const }] },
  betas: BETAS,
} satisfies Partial<Parameters<InstanceType<Beta['Messages']>['create']>[0]>;

/** The two ways in which it asks for thinking, by the age of the model. */
export const THINKING: [name: string, members: object][] = [
  ['a budget', { thinking: { type: 'enabled', budget_tokens: 31_999 } }],
  ['adaptive', { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } }],
];

/** The results of its tools, the last of them at the end of what is cached. */
export function resultsOf(content: readonly Anthropic.Beta.BetaContentBlock[]): Anthropic.Beta.BetaMessageParam {
  const calls = content.flatMap((block) => (block.type === 'tool_use' ? block : []));
  return {
    role: 'user',
    content: calls.map(({ id }, index) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: index === 0 ? 'Rain' : [{ type: 'text', text: 'Rain' }],
      is_error: index === 0 ? false : undefined,
      ...(index === calls.length - 1 && cached),
    })),
  };
}
