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

/** A file of a program as a tool reads it: many short lines, quotes and indents, which JSON writes with escapes. */
const SOURCE_LINES = [
  'export function readRequest(incoming: IncomingMessage, limit: number): Promise<Buffer> {',
  '  const { "content-length": length = "0" } = incoming.headers;',
  '  if (Number(length) > limit) throw new RangeError("too long: " + length);',
  '\treturn collect(incoming, "utf8"); // the parser wants it whole',
  '}',
  '',
];

/** A turn of a coding agent of about so many tokens: its tools, and file after file that they have read. */
export function buildAgentBody(tokens: number): string {
  const file = `${SOURCE_LINES.join('\n')}\n`.repeat(16);
  const messages: object[] = [{ role: 'system', content: buildPrompt(Math.min(tokens / 10, 5_000)) }];
  for (let characters = 0; characters < tokens * 4; characters += file.length) {
    const id = `call_${messages.length}`;
    const called = { name: 'read_file', arguments: JSON.stringify({ path: `src/read-request-${messages.length}.ts` }) };
    messages.push({ role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: called }] });
    messages.push({ role: 'tool', tool_call_id: id, content: file });
  }
  const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
  const tools = ['read_file', 'write_file', 'list_files', 'run'].map((name) => ({
    type: 'function',
    function: { name, description: buildPrompt(100), parameters },
  }));
  return JSON.stringify({ model: BENCH_MODEL, messages, tools, temperature: 0.7, max_tokens: 256 });
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
