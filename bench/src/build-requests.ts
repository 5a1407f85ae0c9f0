import { BENCH_KEY, BENCH_MODEL } from './build-gateway-config.js';
import { LONG_STREAM_PIECES } from './fixed-answer.js';

/** Headers of every request that the benchmark sends. */
export const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  authorization: `Bearer ${BENCH_KEY}`,
  'content-type': 'application/json',
};

export const CHAT_PATH = '/v1/chat/completions';
export const MESSAGES_PATH = '/v1/messages';

const WORDS = ['the', 'gateway', 'reads', 'a', 'long', 'prompt', 'and', 'sends', 'it', 'on'];

/** English words of `tokens` times four characters: about that many tokens. */
export function buildPrompt(tokens: number): string {
  const length = tokens * 4;
  const sentence = `${WORDS.join(' ')} `;
  return sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
}

const QUESTION = 'What does a gateway do? Answer in two sentences.';

/** A chat request as small applications send it: a system message, a question and two settings. */
export function buildChatBody(prompt = QUESTION, model = BENCH_MODEL): string {
  return JSON.stringify({
    model,
    messages: [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: prompt },
    ],
    temperature: 0.7,
    max_tokens: 256,
  });
}

/** The same request in the words of /v1/messages. */
export function buildMessagesBody(model: string): string {
  return JSON.stringify({
    model,
    system: 'You are a helpful assistant.',
    messages: [{ role: 'user', content: QUESTION }],
    temperature: 0.7,
    max_tokens: 256,
  });
}

/** A streamed chat request whose prompt gives the fixed upstream the number of milliseconds between two events. */
export function buildStreamBody(paceMilliseconds: number): string {
  return JSON.stringify({
    model: BENCH_MODEL,
    messages: [{ role: 'user', content: `Answer in pieces, one every ${paceMilliseconds} ms.` }],
    stream: true,
    stream_options: { include_usage: true },
  });
}

/** A streamed request, for chat or /v1/messages, for a long answer that comes as fast as it can be read. */
export function buildLongStreamBody(path: typeof CHAT_PATH | typeof MESSAGES_PATH, model: string): string {
  return JSON.stringify({
    model,
    messages: [{ role: 'user', content: `Answer in ${LONG_STREAM_PIECES} pieces, one every 0 ms.` }],
    stream: true,
    ...(path === CHAT_PATH ? { stream_options: { include_usage: true } } : { max_tokens: 4096 }),
  });
}
