import type { Usage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';

/** Input and output tokens as prompt and completion tokens; undefined when the provider reported none to be believed. */
export function mapUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const { input_tokens: input, output_tokens: output = 0 } = reported;
  if (!isCount(input) || !isCount(output)) return undefined;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
