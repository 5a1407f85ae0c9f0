import type { Usage } from '@multilane/contracts';
import { isRecord, readCount, withBilled } from '@multilane/contracts';
import { billedOf, readTier } from '../usage/read-billed.js';

/**
 * `usageMetadata` in the reference meaning (docs/contract/usage.md#normalization): thinking counts as completion and is
 * named, the results of tools that the provider ran count as prompt. Undefined when no prompt was counted, as for a
 * prompt that was blocked. A count that is left out is zero, as everywhere in protocol buffers.
 *
 * @param searches What `SearchCounter` has counted.
 */
export function mapUsage(reported: unknown, searches?: number): Usage | undefined {
  if (!isUsage(reported)) return undefined;
  const promptOnly = readCount(reported.promptTokenCount) ?? 0;
  const candidates = readCount(reported.candidatesTokenCount) ?? 0;
  const thoughts = readCount(reported.thoughtsTokenCount);
  const prompt = promptOnly + (readCount(reported.toolUsePromptTokenCount) ?? 0);
  // Some models of the cloud edition count thoughts within the candidates already: their sum shows it.
  const hasThoughts = readCount(reported.totalTokenCount) === prompt + candidates;
  const completion = hasThoughts ? candidates : candidates + (thoughts ?? 0);
  const usage: Usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
  const cached = readCount(reported.cachedContentTokenCount);
  if (cached !== undefined) usage.prompt_tokens_details = { cached_tokens: Math.min(cached, prompt) };
  if (thoughts !== undefined) usage.completion_tokens_details = { reasoning_tokens: thoughts };
  const audioTokens = countOf('AUDIO', reported.promptTokensDetails);
  if (audioTokens > 0) {
    const cachedAudioTokens = countOf('AUDIO', reported.cacheTokensDetails);
    usage.prompt_tokens_details = {
      ...usage.prompt_tokens_details,
      audio_tokens: audioTokens,
      ...(cachedAudioTokens > 0 && { cached_tokens_details: { audio_tokens: cachedAudioTokens } }),
    };
  }
  const imageTokens = countOf('IMAGE', reported.promptTokensDetails);
  if (imageTokens > 0) usage.prompt_tokens_details = { ...usage.prompt_tokens_details, image_tokens: imageTokens };
  const spoken = countOf('AUDIO', reported.candidatesTokensDetails);
  if (spoken > 0) usage.completion_tokens_details = { ...usage.completion_tokens_details, audio_tokens: spoken };
  const drawn = countOf('IMAGE', reported.candidatesTokensDetails);
  if (drawn > 0) usage.completion_tokens_details = { ...usage.completion_tokens_details, image_tokens: drawn };
  // The cloud edition says ON_DEMAND_PRIORITY and the like, the other the tier (ai.google.dev, "Priority inference").
  return withBilled(usage, billedOf(readTier(reported.serviceTier ?? reported.trafficType), searches));
}

/** True if `usageMetadata` counts a prompt. */
export function isUsage(reported: unknown): reported is Readonly<Record<string, unknown>> {
  return isRecord(reported) && readCount(reported.promptTokenCount) !== undefined;
}

/** Tokens of sound or of images, which have prices of their own. */
function countOf(modality: 'AUDIO' | 'IMAGE', details: unknown): number {
  if (!Array.isArray(details)) return 0;
  const found: unknown = details.find((each: unknown) => isRecord(each) && each.modality === modality);
  return (isRecord(found) && readCount(found.tokenCount)) || 0;
}
