import { BENCH_KEY, BENCH_MODEL } from './build-gateway-config.js';

/** Headers of every request that the benchmark sends. */
export const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  authorization: `Bearer ${BENCH_KEY}`,
  'content-type': 'application/json',
};

/** The one path that is measured. */
export const CHAT_PATH = '/v1/chat/completions';

const WORDS = ['the', 'gateway', 'reads', 'a', 'long', 'prompt', 'and', 'sends', 'it', 'on'];

/** English words of `tokens` times four characters: about that many tokens. */
export function buildPrompt(tokens: number): string {
  const length = tokens * 4;
  const sentence = `${WORDS.join(' ')} `;
  return sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
}

/** A chat request as small applications send it: a system message, a question and two settings. */
export function buildChatBody(prompt = 'What does a gateway do? Answer in two sentences.'): string {
  return JSON.stringify({
    model: BENCH_MODEL,
    messages: [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: prompt },
    ],
    temperature: 0.7,
    max_tokens: 256,
  });
}

/** A streamed chat request whose prompt tells the fixed upstream how many milliseconds lie between two events. */
export function buildStreamBody(paceMilliseconds: number): string {
  return JSON.stringify({
    model: BENCH_MODEL,
    messages: [{ role: 'user', content: `Answer in pieces, one every ${paceMilliseconds} ms.` }],
    stream: true,
    stream_options: { include_usage: true },
  });
}
