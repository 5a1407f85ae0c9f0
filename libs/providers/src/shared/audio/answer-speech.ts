import type { MediaUsage, SpeechFormat, SpeechRequest } from '@multilane/contracts';
import type { ExchangeAnswer, ProviderAnswer } from '../../exchange.js';
import { unreadable } from '../failures/map-error.js';
import { sniffAudio } from './sniff-audio.js';

/** Media types as the reference labels them. */
const CONTENT_TYPES: Readonly<Record<SpeechFormat, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

/** The bytes that a sniff looks at. */
const SNIFFED = 16;

/**
 * Answers a request for speech with the provider's bytes as they arrive, or with events made of them where the request asks for
 * those (docs/contract/media.md#speech). Waits for the first bytes: they say what the sound is.
 */
export async function answerSpeech(
  request: Readonly<SpeechRequest>,
  sound: Pick<ProviderAnswer, 'headers' | 'body'>,
  format: SpeechFormat,
): Promise<ExchangeAnswer> {
  const declared = String(sound.headers['content-type'] ?? '');
  if (/^(?:text\/|application\/(?:problem\+)?json)/i.test(declared)) throw unreadable('no sound in the answer');
  const { head, rest } = await readHead(sound.body[Symbol.asyncIterator]());
  if (head.length === 0) throw unreadable('the sound is empty');
  return describeSpeech(request, format === 'pcm' ? CONTENT_TYPES.pcm : labelSound(head, format), rest, head);
}

/** The same for a sound that is whole. */
export function answerWholeSpeech(
  request: Readonly<SpeechRequest>,
  sound: Uint8Array,
  format: SpeechFormat,
  usage: MediaUsage = {},
): ExchangeAnswer {
  if (sound.length === 0) throw unreadable('the sound is empty');
  const contentType = format === 'pcm' ? CONTENT_TYPES.pcm : labelSound(sound, format);
  return describeSpeech(request, contentType, undefined, sound, usage);
}

/** The label of the format that was asked for, unless the bytes say that they are another. */
function labelSound(head: Uint8Array, format: SpeechFormat): string {
  const sniffed = sniffAudio(head)?.contentType;
  if (sniffed === undefined || (format === 'opus' && sniffed === 'audio/ogg')) return CONTENT_TYPES[format];
  return sniffed;
}

function describeSpeech(
  request: Readonly<SpeechRequest>,
  contentType: string,
  rest: AsyncIterator<Uint8Array> | undefined,
  head: Uint8Array,
  usage: MediaUsage = {},
): ExchangeAnswer {
  const used = { characters: countCodePoints(request.input), ...usage };
  if (request.stream_format !== 'sse') {
    return { contentType, body: rest ? joinHead(head, rest) : head, usage: () => used };
  }
  const tokens = usage.tokens;
  const body = writeSpeechEvents(joinHead(head, rest), {
    input_tokens: tokens?.prompt_tokens ?? 0,
    output_tokens: tokens?.completion_tokens ?? 0,
    total_tokens: tokens?.total_tokens ?? 0,
  });
  return { contentType: 'text/event-stream; charset=utf-8', isStream: true, body, usage: () => used };
}

/** Reads until there is enough to sniff; the iterator stays where it is. */
async function readHead(
  rest: AsyncIterator<Uint8Array>,
): Promise<{ head: Uint8Array; rest: AsyncIterator<Uint8Array> }> {
  let head: Uint8Array = new Uint8Array();
  while (head.length < SNIFFED) {
    const { done, value } = await rest.next();
    if (done) break;
    head = head.length === 0 ? value : Buffer.concat([head, value]);
  }
  return { head, rest };
}

async function* joinHead(head: Uint8Array, rest: AsyncIterator<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let next = await rest?.next(); next && !next.done; next = await rest?.next()) yield next.value;
  } finally {
    await rest?.return?.();
  }
}

/** Bytes of one event: a multiple of three, so that base64 pads none but the last. */
const EVENT_BYTES = 48 * 1024;

/**
 * `speech.audio.delta` for the bytes as they come, then `speech.audio.done`. Each delta can be decoded by itself, and all of
 * them together too.
 */
async function* writeSpeechEvents(sound: AsyncIterable<Uint8Array>, usage: object): AsyncGenerator<Uint8Array> {
  let carry: Uint8Array = new Uint8Array();
  for await (const piece of sound) {
    const bytes = carry.length === 0 ? piece : Buffer.concat([carry, piece]);
    const whole = bytes.length - (bytes.length % 3);
    for (let from = 0; from < whole; from += EVENT_BYTES) {
      yield writeDelta(bytes.subarray(from, Math.min(from + EVENT_BYTES, whole)));
    }
    carry = bytes.subarray(whole);
  }
  if (carry.length > 0) yield writeDelta(carry);
  yield writeEvent({ type: 'speech.audio.done', usage });
}

function writeDelta(bytes: Uint8Array): Uint8Array {
  return writeEvent({ type: 'speech.audio.delta', audio: Buffer.from(bytes).toString('base64') });
}

const writeEvent = (event: object): Uint8Array => Buffer.from(`data: ${JSON.stringify(event)}\n\n`);

/** The unit that speech is charged by: Unicode code points. */
function countCodePoints(text: string): number {
  let surrogates = 0;
  for (let index = 0; index < text.length - 1; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00)
      surrogates += 1;
  }
  return text.length - surrogates;
}
