import { isRecord, type Usage, withBilled } from '@multilane/contracts';
import { readResponseBilled } from '../../shared/usage/read-billed.js';
import { mapUsage as mapReferenceUsage } from '../../shared/usage/reference-usage.js';

/** The token counts of a response in the reference meaning; undefined if none were reported that can be believed. */
export function mapResponsesUsage(response: unknown): Usage | undefined {
  if (!isRecord(response) || !isRecord(response.usage)) return undefined;
  const reported = response.usage;
  const { input_tokens_details: input, output_tokens_details: output } = reported;
  const usage = mapReferenceUsage({
    prompt_tokens: reported.input_tokens,
    completion_tokens: reported.output_tokens,
    total_tokens: reported.total_tokens,
    ...(isRecord(input) && { prompt_tokens_details: input }),
    ...(isRecord(output) && { completion_tokens_details: output }),
  });
  return withBilled(usage, readResponseBilled(response));
}
