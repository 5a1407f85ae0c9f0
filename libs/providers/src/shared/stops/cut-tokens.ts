import { isRecord } from '@multilane/contracts';

/** The probabilities of the tokens of a text that was cut after so many characters; the same value if there are none. */
export function cutTokens(logprobs: unknown, length: number): unknown {
  if (!isRecord(logprobs) || !Array.isArray(logprobs.content)) return logprobs;
  let read = 0;
  const content = logprobs.content.filter((token) => {
    read += isRecord(token) && typeof token.token === 'string' ? token.token.length : 0;
    return read <= length;
  });
  return { ...logprobs, content };
}
