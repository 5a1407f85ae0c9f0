import type { ChatRequest } from '@multilane/contracts';

export interface LimitedText {
  readonly text: string;
  readonly finishReason: 'stop' | 'length';
}

type Limits = Pick<ChatRequest, 'stop' | 'max_tokens' | 'max_completion_tokens'>;

/** Cuts a text at the first stop sequence, then at the token limit, as the reference provider would. */
export function limitText(text: string, request: Readonly<Limits>): LimitedText {
  const stops = typeof request.stop === 'string' ? [request.stop] : (request.stop ?? []);
  const ends = stops.filter((stop) => stop !== '').map((stop) => text.indexOf(stop));
  const stopped = text.slice(0, Math.min(...ends.filter((end) => end !== -1), text.length));
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const tokens = splitTokens(stopped);
  if (tokens.length <= limit) return { text: stopped, finishReason: 'stop' };
  return { text: tokens.slice(0, limit).join(''), finishReason: 'length' };
}

/** The simulator's tokens: words in pieces of up to four characters, each with the space before it. */
export function splitTokens(text: string): string[] {
  return text.match(/\s?\S{1,4}|\s/gu) ?? [];
}
