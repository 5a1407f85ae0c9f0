import { isRecord, type Usage } from '@multilane/contracts';
import { mapUsage as mapReferenceUsage } from '../../shared/reference-usage.js';

/** The token counts of a response in the reference meaning; undefined if none were reported that can be believed. */
export function mapResponsesUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const { input_tokens_details: input, output_tokens_details: output } = reported;
  return mapReferenceUsage({
    prompt_tokens: reported.input_tokens,
    completion_tokens: reported.output_tokens,
    total_tokens: reported.total_tokens,
    ...(isRecord(input) && { prompt_tokens_details: input }),
    ...(isRecord(output) && { completion_tokens_details: output }),
  });
}
