import type { Usage } from '@multilane/contracts';

/** What two attempts used together. */
export function addUsage(one: Usage | undefined, other: Usage): Usage {
  if (one === undefined) return other;
  const cached = sum(one.prompt_tokens_details?.cached_tokens, other.prompt_tokens_details?.cached_tokens);
  const reasoning = sum(
    one.completion_tokens_details?.reasoning_tokens,
    other.completion_tokens_details?.reasoning_tokens,
  );
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}
