/** The first steps of docs/deploying.md, as they are written, and chats with the key that they create. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { httpRequest, openStream } from '../../libs/testing/dist/index.js';

const PAGE = fileURLToPath(new URL('../../docs/deploying.md', import.meta.url));

/** The provider's key, which people enter in the first steps. */
export const PROVIDER_KEY = 'sk-of-the-first-steps';

/** The longest silence between two events of a stream of which one is sent every second. */
const MAX_SILENCE_MS = 20_000;

/**
 * Credentials for a stack.
 *
 * @typedef {{ readonly key: string, readonly cookie: string }} Access
 */

/**
 * Runs the commands, from the setup token to a first chat. Returns the key and the session that they create.
 *
 * @param {import('./stack.mjs').Stack} stack
 * @param {string} providerUrl the address that stands for the provider's
 * @returns {Promise<Access>}
 */
export async function takeFirstSteps(stack, providerUrl) {
  const [, commands] = /<!-- first steps -->\n```sh\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
  if (commands === undefined) throw new Error('docs/deploying.md has no commands under first steps');
  const folder = mkdtempSync(join(stack.surroundings.folder, 'first-steps-'));
  const script = `${commands.replace('https://api.openai.com', providerUrl)}\nprintf '\\nkey=%s\\n' "$key"`;
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      WORKSPACE: stack.origin,
      GATEWAY: `${stack.origin}/v1`,
      SETUP_TOKEN: await stack.setupToken(),
      EMAIL: 'ada@example.com',
      PASSWORD: 'correct horse battery',
      OPENAI_API_KEY: PROVIDER_KEY,
    },
  });
  if (!stdout.includes('"object":"chat.completion"')) throw new Error(`the first chat was answered with ${stdout}`);
  const [, key] = /^key=(ml-\w+)$/m.exec(stdout) ?? [];
  const [, session] = /ml_session\t(\S+)/.exec(readFileSync(join(folder, 'cookies.txt'), 'utf8')) ?? [];
  if (key === undefined || session === undefined) throw new Error('the first steps made no key, or no session');
  return { key, cookie: `ml_session=${session}` };
}

/** The chat that every step sends. */
export const CHAT = { model: 'our-model', messages: [{ role: 'user', content: 'Say hello' }] };

/** @param {string} key */
export const chatHeaders = (key) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

/**
 * Sends one chat. Throws whatever is no answer of a model.
 *
 * @param {string} origin
 * @param {string} key
 */
export async function chat(origin, key) {
  const url = `${origin}/v1/chat/completions`;
  const { status, text } = await httpRequest({ url, headers: chatHeaders(key), body: CHAT });
  if (status !== 200 || !text.includes('"chat.completion"'))
    throw new Error(`a chat was answered with ${status}: ${text}`);
}

/**
 * Reads a stream of which the provider sends one event a second. It must arrive event by event, and to its end.
 *
 * @param {string} origin
 * @param {string} key
 * @param {number} seconds
 */
export async function readLongStream(origin, key, seconds) {
  const stream = await openStream({
    url: `${origin}/v1/chat/completions`,
    headers: chatHeaders(key),
    body: { ...CHAT, stream: true },
    timeoutMs: (seconds + 120) * 1_000,
  });
  const ending = await stream.ended;
  if (stream.status !== 200 || ending !== 'complete')
    throw new Error(`the stream was answered with ${stream.status}, and ended as ${ending}: ${stream.text()}`);
  if (stream.events.at(-1)?.data !== '[DONE]') throw new Error('the stream has no end of its own');
  const times = stream.events.map(({ at }) => at);
  const silences = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  const longest = Math.max(...silences);
  if (longest > MAX_SILENCE_MS) throw new Error(`the stream was silent for ${Math.round(longest)} ms`);
  const lasted = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
  if (lasted < seconds / 2) throw new Error(`the stream arrived within ${lasted.toFixed(1)} s`);
  return `${times.length} events in ${lasted.toFixed(0)} s, at most ${(longest / 1_000).toFixed(1)} s apart`;
}
