import { unsupported } from '@multilane/errors';
import type { Losses } from '../shared/losses.js';
import type { ThinkingConfig } from './messages-request.js';

export interface Thinking {
  readonly isOn: boolean;
  /** What thinking may take, on top of the tokens that the caller allows the answer. */
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

/**
 * How the model shall think, from `reasoning_effort` and the model's way of thinking: with a token budget, or
 * adaptively with an effort, where newer models answer 400 to a budget. Without an effort, the provider's default
 * applies. Throws `unsupported_parameter` for an effort that has no counterpart.
 */
export function encodeThinking(
  effort: string | undefined,
  losses: Losses,
  mode: 'budget' | 'adaptive' = 'budget',
): Thinking {
  if (effort === undefined) return { isOn: false, tokens: 0 };
  if (effort === 'none') {
    // Models with budgets think only on request; some adaptive ones think unless it is disabled.
    return { isOn: false, tokens: 0, ...(mode === 'adaptive' ? { config: { type: 'disabled' } } : {}) };
  }
  const row = EFFORTS.get(effort);
  if (row === undefined) {
    throw unsupported('reasoning_effort', "has no counterpart of its value at the model's provider.");
  }
  const { tokens } = row;
  if (mode === 'budget') return { isOn: true, tokens, config: { type: 'enabled', budget_tokens: tokens } };
  if (effort !== row.effort) losses.lose('reasoning_effort');
  // Newer models leave the text of thinking out unless it is asked for; `reasoning_content` is made of it.
  const config = { type: 'adaptive', display: 'summarized' } as const;
  return { isOn: true, tokens, config, outputConfig: { effort: row.effort } };
}
