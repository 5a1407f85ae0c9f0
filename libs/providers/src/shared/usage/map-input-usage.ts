import type { Usage } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';

/**
 * The usage of a call that writes nothing, embeddings or rerank, in the reference meaning: all tokens are prompt. Some
 * providers report the total alone. Undefined when no tokens were reported: search units are no tokens.
 */
export function mapInputUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const total = readCount(reported.total_tokens);
  const prompt = readCount(reported.prompt_tokens) ?? total;
  return prompt === undefined ? undefined : countInput(prompt);
}

/** Usage of so many tokens of input. */
function countInput(tokens: number): Usage {
  return { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens };
}

/** The usage of calls that one request was split into; undefined unless every one of them reported its own. */
export function sumInputTokens(counts: readonly (number | undefined)[]): Usage | undefined {
  let sum = 0;
  for (const count of counts) {
    if (count === undefined) return undefined;
    sum += count;
  }
  return counts.length === 0 ? undefined : countInput(sum);
}
