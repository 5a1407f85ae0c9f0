import { isRecord, type MediaUsage, type Usage } from '@multilane/contracts';

/**
 * Reads the use in an answer of the reference format: `usage` in tokens or in seconds, and the length of the audio.
 *
 * @param images how many images the answer holds, where it holds any
 */
export function readMediaUsage(reported: unknown, duration: unknown, images?: number): MediaUsage | undefined {
  const usage = isRecord(reported) ? reported : {};
  const tokens = readTokens(usage);
  // Mistral counts the seconds of audio in addition to the tokens.
  const seconds = [usage.seconds, usage.prompt_audio_seconds, duration].find(isAmount);
  if (tokens === undefined && seconds === undefined && images === undefined) return undefined;
  return {
    ...(images === undefined ? {} : { images }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

function readTokens(usage: Readonly<Record<string, unknown>>): Usage | undefined {
  const prompt = [usage.input_tokens, usage.prompt_tokens].find(isCount);
  const completion = [usage.output_tokens, usage.completion_tokens].find(isCount);
  if (prompt === undefined || completion === undefined) return undefined;
  const details = usage.input_token_details ?? usage.input_tokens_details;
  const answered = usage.output_token_details ?? usage.output_tokens_details;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(isRecord(details) ? { prompt_tokens_details: details } : {}),
    ...(isRecord(answered) ? { completion_tokens_details: answered } : {}),
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && isAmount(value);
}
