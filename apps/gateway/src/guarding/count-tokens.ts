import { tenantOf } from '@multilane/auth';
import type { TextPart } from '@multilane/policy';
import { groupOf } from '@multilane/providers';
import { estimatePromptTokens, estimateUsage } from '@multilane/tokens';
import { readPrompt } from '../model-calls/count-usage.js';
import type { GuardedExchange, GuardedPlan } from './guarded-exchange.js';

/** More tokens than any tokenizer makes of one UTF-16 unit, whatever the family's factor. */
const MOST_PER_UNIT = 6;
/** More than a message and its marks add. */
const MOST_PER_TEXT = 64;
const MOST_PER_REQUEST = 256;

/** True if texts have at most `limit` tokens for certain. */
export function hasAtMostTokens(parts: readonly TextPart[], limit: number): boolean {
  let most = MOST_PER_REQUEST + parts.length * MOST_PER_TEXT;
  for (const { text } of parts) most += text.length * MOST_PER_UNIT;
  return most <= limit;
}

/** The tokens of a request, by the model's tokenizer. */
export function countRequestTokens({ request, target: { provider } }: GuardedPlan, tenant: string): Promise<number> {
  return estimatePromptTokens({
    model: provider.upstreamModel,
    group: groupOf(provider),
    ...readPrompt(request),
    tenant,
  });
}

/**
 * True if an answer has at most `limit` tokens for certain. The number that the provider reported decides: it also counts thoughts that are
 * not shown.
 */
export function answerHasAtMostTokens(
  { tried: { usage } }: GuardedExchange,
  parts: readonly TextPart[],
  limit: number,
): boolean {
  return usage ? usage.completion_tokens <= limit : hasAtMostTokens(listWritten(parts), limit);
}

/** The tokens of an answer: as the provider reported them, else by the model's tokenizer. */
export function countAnswerTokens(
  { asked: { caller }, planned: { serving }, tried: { usage } }: GuardedExchange,
  parts: readonly TextPart[],
): number | Promise<number> {
  if (usage) return usage.completion_tokens;
  const { provider } = serving.target;
  const completionText = listWritten(parts)
    .map(({ text }) => text)
    .join('');
  const model = { model: provider.upstreamModel, group: groupOf(provider) };
  return estimateUsage({ ...model, messages: [], completionText, tenant: tenantOf(caller) }).then(
    ({ completion_tokens: tokens }) => tokens,
  );
}

/** The texts of an answer that the model wrote: citations, results of searches and `_meta` are no tokens of it. */
function listWritten(parts: readonly TextPart[]): readonly TextPart[] {
  return parts.filter(({ role }) => role !== 'parameter');
}
