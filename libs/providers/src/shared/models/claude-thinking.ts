import { unsupported } from '@multilane/errors';
import type { ModelFacts } from '../../model-facts.js';
import type { Losses } from '../losses.js';
import { nearestEffort } from './fit-effort.js';

/** Way in which a Claude thinks, in its own words (platform.claude.com/docs/en/build-with-claude/extended-thinking). */
export type ThinkingConfig =
  | { type: 'enabled'; budget_tokens: number }
  | { type: 'adaptive'; display: 'summarized' }
  | { type: 'disabled' | 'between_tools' };

export interface Thinking {
  readonly isOn: boolean;
  /** Tokens that thinking may take, on top of those that the caller allows the answer. */
  readonly tokens: number;
  readonly config?: ThinkingConfig;
  readonly outputConfig?: { effort: string };
}

const K = 1024;

/**
 * The efforts that can be asked for: the tokens of thinking (the first four: docs/contract/translation.md#thinking) and
 * the provider's own word (platform.claude.com/docs/en/build-with-claude/effort; it has no `minimal`).
 */
const EFFORTS: ReadonlyMap<string, { readonly tokens: number; readonly effort: string }> = new Map([
  ['minimal', { tokens: 1 * K, effort: 'low' }],
  ['low', { tokens: 2 * K, effort: 'low' }],
  ['medium', { tokens: 8 * K, effort: 'medium' }],
  ['high', { tokens: 16 * K, effort: 'high' }],
  ['xhigh', { tokens: 32 * K, effort: 'xhigh' }],
  ['max', { tokens: 48 * K, effort: 'max' }],
]);

/** Words for thinking that is off; a model that always thinks does so as little as it can. */
function turnOff({ thinkingOff, efforts }: ModelFacts, losses: Losses): Thinking {
  if (thinkingOff !== 'never') return { isOn: false, tokens: 0, config: { type: thinkingOff ?? 'disabled' } };
  losses.lose('reasoning_effort');
  return { isOn: true, tokens: 0, config: ADAPTIVE, outputConfig: { effort: efforts?.[0] ?? 'low' } };
}

// Newer models leave the text of thinking out unless it is asked for; `reasoning_content` is made of it.
const ADAPTIVE = { type: 'adaptive', display: 'summarized' } as const;

/**
 * Encodes how the model shall think, from `reasoning_effort` and the model's way of thinking: with a token budget, or
 * adaptively with an effort, where newer models answer 400 to a budget. An effort that it lacks becomes the nearest it
 * has, and one of a model that does not think is left out (both declared). Without an effort, the provider's default
 * applies. Throws `unsupported_parameter` for an effort that has no counterpart.
 */
export function encodeThinking(
  effort: string | undefined,
  losses: Losses,
  mode: 'budget' | 'adaptive' = 'budget',
  facts: ModelFacts = NOTHING_KNOWN,
): Thinking {
  if (effort === undefined) return UNSAID;
  // Models with budgets think only on request; some adaptive ones think unless it is disabled.
  if (effort === 'none') return mode === 'adaptive' ? turnOff(facts, losses) : UNSAID;
  const row = EFFORTS.get(effort);
  if (row === undefined) {
    throw unsupported('reasoning_effort', "has no counterpart of its value at the model's provider.");
  }
  if (facts.thinking === 'none') {
    losses.lose('reasoning_effort');
    return UNSAID;
  }
  const { tokens } = row;
  if (mode === 'budget') return { isOn: true, tokens, config: { type: 'enabled', budget_tokens: tokens } };
  const nearest = facts.efforts === undefined ? row.effort : (nearestEffort(row.effort, facts.efforts) ?? row.effort);
  if (effort !== nearest) losses.lose('reasoning_effort');
  return { isOn: true, tokens, config: ADAPTIVE, outputConfig: { effort: nearest } };
}

const UNSAID: Thinking = { isOn: false, tokens: 0 };
const NOTHING_KNOWN: ModelFacts = {};
