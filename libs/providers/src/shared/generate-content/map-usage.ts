import type { Usage } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';

/**
 * `usageMetadata` in the reference meaning (docs/contract/usage.md#normalization): thinking counts as completion and is
 * named, the results of tools that the provider ran count as prompt. Undefined when no prompt was counted, as for a
 * prompt that was blocked. A count that is left out is zero, as everywhere in protocol buffers.
 */
export function mapUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const promptOnly = readCount(reported.promptTokenCount);
  if (promptOnly === undefined) return undefined;
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
  const audioTokens = countAudio(reported.promptTokensDetails);
  if (audioTokens > 0) {
    const cachedAudioTokens = countAudio(reported.cacheTokensDetails);
    usage.prompt_tokens_details = {
      ...usage.prompt_tokens_details,
      audio_tokens: audioTokens,
      ...(cachedAudioTokens > 0 && { cached_tokens_details: { audio_tokens: cachedAudioTokens } }),
    };
  }
  const spoken = countAudio(reported.candidatesTokensDetails);
  if (spoken > 0) usage.completion_tokens_details = { ...usage.completion_tokens_details, audio_tokens: spoken };
  return usage;
}

/** Tokens of sound, which have a price of their own. */
function countAudio(details: unknown): number {
  if (!Array.isArray(details)) return 0;
  const audio: unknown = details.find((each: unknown) => isRecord(each) && each.modality === 'AUDIO');
  return (isRecord(audio) && readCount(audio.tokenCount)) || 0;
}
