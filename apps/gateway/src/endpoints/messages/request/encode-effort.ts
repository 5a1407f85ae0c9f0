import type { CountTokensRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { Losses, ModelFacts } from '@multilane/providers';
import { refuseOtherMembers } from '../refuse.js';

/**
 * Members of the chat request that a messages request only hints at. Where the matrix rejects one
 * (docs/contract/chat.md#parameter-support: groups G, C and B take no `reasoning_effort`) it is left out and the
 * request continues. A thinking budget is a limit, and an effort "a behavioral signal, not a strict token budget"
 * (platform.claude.com/docs, "Effort"), so an answer without them is still what was asked for; and clients such as
 * Claude Code send them with every request.
 */
export const MESSAGES_HINTS = ['reasoning_effort'] as const;

const K = 1024;

/** The thinking budgets (docs/contract/translation.md#thinking), the largest first. */
const BUDGETS = [
  [16 * K, 'high'],
  [8 * K, 'medium'],
  [2 * K, 'low'],
] as const;

const LEAST = [1 * K, 'minimal'] as const;

/** The native efforts in the words of the chat format, which has none above `high` (docs/translation.md). */
const EFFORTS: ReadonlyMap<string, string> = new Map([
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'high'],
  ['max', 'high'],
]);

/** Members of `thinking`. The amount of thinking that is shown (`display`) has no counterpart: the provider decides. */
const THINKING_MEMBERS = new Set(['type', 'budget_tokens', 'display']);

/**
 * `reasoning_effort` for `thinking` and `output_config.effort`. A budget becomes the largest effort that keeps within it;
 * adaptive thinking leaves the amount to the model unless an effort names it. Thinking that is off is the
 * effort `none` of a model that has it, and asks for nothing of others, as the reference format has no word that every model takes. Throws `unsupported_parameter` for other ways.
 */
export function encodeEffort(
  { thinking, output_config: output }: Readonly<CountTokensRequest>,
  losses: Losses,
  { efforts }: ModelFacts = {},
): string | undefined {
  if (thinking !== undefined) refuseOtherMembers(thinking, THINKING_MEMBERS, 'thinking');
  if (thinking?.display) losses.lose('thinking');
  switch (thinking?.type) {
    case 'enabled':
      return chooseWithin(thinking.budget_tokens ?? 0, losses);
    case 'disabled':
      if (efforts?.includes('none')) return 'none';
      losses.lose('thinking');
      return undefined;
    case undefined:
    case 'adaptive':
    case 'between_tools':
      return mapEffort(output?.effort ?? undefined, efforts !== undefined, losses);
    default:
      throw unsupported('thinking.type', 'has no counterpart at the provider of this model.');
  }
}

/** Returns the client's name of `reasoning_effort`. */
export function nameEffort({ thinking }: Readonly<CountTokensRequest>): string {
  return thinking?.type === 'enabled' || thinking?.type === 'disabled' ? 'thinking' : 'output_config.effort';
}

function chooseWithin(budget: number, losses: Losses): string {
  const [tokens, effort] = BUDGETS.find(([least]) => least <= budget) ?? LEAST;
  if (tokens !== budget) losses.lose('thinking');
  return effort;
}

/** Maps an effort. Words above `high` are mapped to the nearest one when the request is written, if the model's efforts are known. */
function mapEffort(effort: string | undefined, isKnown: boolean, losses: Losses): string | undefined {
  if (effort === undefined) return undefined;
  const mapped = EFFORTS.get(effort);
  if (mapped === undefined) throw unsupported('output_config.effort', 'has no counterpart of its value.');
  if (isKnown) return effort;
  if (mapped !== effort) losses.lose('output_config.effort');
  return mapped;
}
