import type { ModelFacts, ModelRow } from '../../model-facts.js';

const DATE = '2026-11-28';
const MIGRATION = 'platform.claude.com/docs/en/about-claude/models/migration-guide';
const THINKING = 'platform.claude.com/docs/en/build-with-claude/extended-thinking';

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** No budgets, no sampling parameters, no continued answers: each is answered with 400. */
const ADAPTIVE = {
  thinking: 'adaptive',
  efforts: EFFORTS,
  sampling: 'none',
  prefill: false,
  structuredOutput: 'schema',
  contextWindow: 1_000_000,
  maxOutput: 128_000,
  source: MIGRATION,
  date: DATE,
} as const satisfies ModelFacts;

/**
 * "Unexpected role "system"", "role 'system' is not supported on this model": Opus 4.8 was the first to take such turns, which coding agents
 * send (platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages).
 */
const WITHOUT_SYSTEM_TURNS = { systemTurns: false } as const satisfies ModelFacts;

/** "This model does not support the effort parameter" (platform.claude.com/docs/en/build-with-claude/effort lists those that do). */
const BUDGET = {
  ...WITHOUT_SYSTEM_TURNS,
  thinking: 'budget',
  nativeEffort: false,
  source: THINKING,
  date: DATE,
} as const satisfies ModelFacts;

/** Names at the provider, at Bedrock (`us.anthropic.claude-…-v1:0`, ARNs) and at Vertex (`claude-…@20250929`). */
const named = (names: string): RegExp => new RegExp(`(?:^|[./])claude-(?:${names})(?:[@:-].*)?$`, 'i');

/** Claude models, wherever they are served, the newest first. A later version of a family behaves as the last that is known. */
export const CLAUDE_MODELS: readonly ModelRow[] = [
  {
    models: named('opus-5-[5-9]|fable-\\d+(?:-\\d)?|mythos-[\\w-]+'),
    ...ADAPTIVE,
    thinkingOff: 'never',
    forcedTools: false,
    defaultEffort: 'medium',
  },
  {
    models: named('sonnet-5-[5-9]'),
    ...ADAPTIVE,
    thinkingOff: 'between_tools',
    forcedTools: false,
  },
  { models: named('haiku-5-[5-9]'), ...ADAPTIVE, thinkingOff: 'disabled' },
  // They think unless it is turned off.
  { models: named('opus-5'), ...ADAPTIVE, thinkingOff: 'disabled', defaultEffort: 'high' },
  {
    models: named('(?:sonnet|haiku)-5'),
    ...ADAPTIVE,
    ...WITHOUT_SYSTEM_TURNS,
    thinkingOff: 'disabled',
    defaultEffort: 'high',
  },
  { models: named('opus-4-[89]'), ...ADAPTIVE, thinkingOff: 'disabled' },
  { models: named('opus-4-7'), ...ADAPTIVE, ...WITHOUT_SYSTEM_TURNS, thinkingOff: 'disabled' },
  {
    models: named('(?:opus|sonnet)-4-6'),
    ...WITHOUT_SYSTEM_TURNS,
    thinking: 'adaptive',
    takesBudgets: true,
    thinkingOff: 'disabled',
    efforts: ['low', 'medium', 'high', 'max'],
    sampling: 'one',
    prefill: false,
    contextWindow: 1_000_000,
    source: MIGRATION,
    date: DATE,
  },
  {
    models: named('haiku-4-5'),
    ...BUDGET,
    sampling: 'one',
    structuredOutput: 'schema',
    contextWindow: 200_000,
    maxOutput: 64_000,
  },
  {
    models: named('opus-4-5'),
    ...BUDGET,
    nativeEffort: true,
    sampling: 'one',
    contextWindow: 200_000,
    maxOutput: 64_000,
  },
  { models: named('sonnet-4-5'), ...BUDGET, sampling: 'one', contextWindow: 200_000, maxOutput: 64_000 },
  { models: named('opus-4-1'), ...BUDGET, sampling: 'one', contextWindow: 200_000, maxOutput: 32_000 },
  { models: named('(?:opus|sonnet)-4|3-7-sonnet'), ...BUDGET, contextWindow: 200_000 },
  {
    models: named('3(?:-5)?-(?:opus|sonnet|haiku)'),
    ...WITHOUT_SYSTEM_TURNS,
    thinking: 'none',
    nativeEffort: false,
    contextWindow: 200_000,
    source: THINKING,
    date: DATE,
  },
];

/**
 * Platforms of others take schemas later than the provider does, if at all: a model takes one only on the operator's word. Turns of the
 * role `system` they do not take.
 */
export const HOSTED_CLAUDE_MODELS: readonly ModelRow[] = CLAUDE_MODELS.map(({ structuredOutput, ...row }) => ({
  ...row,
  ...WITHOUT_SYSTEM_TURNS,
}));
