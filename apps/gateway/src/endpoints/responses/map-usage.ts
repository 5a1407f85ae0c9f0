import type { ResponsesUsage, Usage } from '@multilane/contracts';
import { correctUsage } from '@multilane/providers';

/** The token counts of chat by the names of this format, reasoning within the output; null if the provider reported none. */
export function mapUsage(reported: Usage | null | undefined): ResponsesUsage | null {
  const usage = correctUsage(reported);
  if (!usage) return null;
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage;
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: {
      cached_tokens: prompt?.cached_tokens ?? 0,
      cache_write_tokens: typeof prompt?.cache_write_tokens === 'number' ? prompt.cache_write_tokens : 0,
    },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: completion?.reasoning_tokens ?? 0 },
    total_tokens: usage.total_tokens,
  };
}
