import type { Usage } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';

/**
 * Token counts in the reference meaning: `usage.tokens`, not the billed units (docs/contract/usage.md#normalization);
 * the cached tokens are part of the input. Undefined when the provider reported no tokens.
 */
export function mapUsage(reported: unknown): Usage | undefined {
  const tokens = isRecord(reported) ? reported.tokens : undefined;
  if (!isRecord(reported) || !isRecord(tokens)) return undefined;
  const prompt = readCount(tokens.input_tokens);
  const completion = readCount(tokens.output_tokens);
  if (prompt === undefined || completion === undefined) return undefined;
  const usage: Usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
  const cached = readCount(reported.cached_tokens);
  if (cached !== undefined) usage.prompt_tokens_details = { cached_tokens: Math.min(cached, prompt) };
  return usage;
}
