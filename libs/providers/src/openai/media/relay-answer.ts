import { isRecord, type MediaUsage } from '@multilane/contracts';
import type { ExchangeAnswer, ProviderAnswer } from '../../exchange.js';
import { SseDataReader } from '../../framing/sse-data.js';
import { mapErrorInAnswer, unreadable } from '../../shared/failures/map-error.js';
import { readMediaUsage } from './read-media-usage.js';
import { TopMembers } from './top-members.js';

/** A JSON answer that is no longer than this is read to its end first, so that its header can name its exact cost. */
const WHOLE_UP_TO = 4 * 1024 * 1024;

/**
 * Relays an answer in the reference format byte by byte, and reads what it says of its use while it passes. An error inside a
 * stream of events fails the answer with a `ProviderFailure`: the provider's words do not reach the caller.
 *
 * @param known what the request alone says of its use
 * @param fallbackType for a provider that names no content type
 */
export async function relayAnswer(
  answer: ProviderAnswer,
  known: MediaUsage,
  fallbackType: string,
): Promise<ExchangeAnswer> {
  const contentType = readContentType(answer) ?? fallbackType;
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const isStream = mediaType === 'text/event-stream';
  const reader = isStream ? new EventUsage() : mediaType === 'application/json' ? new JsonUsage() : undefined;
  const relay = isStream ? tapEvents : tap;
  const bytes = reader === undefined ? answer.body : relay(answer.body, reader);
  return {
    contentType,
    isStream,
    body: reader instanceof JsonUsage ? await readShort(bytes) : bytes,
    usage: () => merge(known, reader?.usage()),
  };
}

function readContentType({ headers }: ProviderAnswer): string | undefined {
  const value = headers['content-type'];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function merge(known: MediaUsage, reported: MediaUsage | undefined): MediaUsage | undefined {
  const usage = { ...known, ...reported };
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** Reads the use out of bytes that pass by. */
interface UsageReader {
  /** Throws a `ProviderFailure` where the bytes are an error. */
  push(bytes: Uint8Array): void;
  usage(): MediaUsage | undefined;
}

async function* tap(body: AsyncIterable<Uint8Array>, reader: UsageReader): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    reader.push(bytes);
    yield bytes;
  }
}

/** Likewise of events: those before an error are relayed, even if they arrived together with it. */
async function* tapEvents(body: AsyncIterable<Uint8Array>, reader: UsageReader): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    let whole = 0;
    try {
      for (let end = findEnd(bytes, 0); end > 0; end = findEnd(bytes, whole)) {
        reader.push(bytes.subarray(whole, end));
        whole = end;
      }
      reader.push(bytes.subarray(whole));
    } catch (error) {
      if (whole > 0) yield bytes.subarray(0, whole);
      throw error;
    }
    yield bytes;
  }
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Behind the next blank line; 0 where there is none. */
function findEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const next = bytes[at + 1] === CARRIAGE_RETURN ? at + 2 : at + 1;
    if (bytes[next] === LINE_FEED) return next + 1;
  }
  return 0;
}

/** The whole body where it is short; else the body from its beginning on, at the reader's pace. */
async function readShort(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const rest = body[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  for (let length = 0; length <= WHOLE_UP_TO; ) {
    const { done, value } = await rest.next();
    if (done) return Buffer.concat(begun);
    begun.push(value);
    length += value.length;
  }
  return joinAgain(begun, rest);
}

async function* joinAgain(begun: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let next = begun.shift(); next !== undefined; next = begun.shift()) yield next;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Reads the use in one JSON object: images in `data`, transcripts with `usage` or `duration`. */
class JsonUsage implements UsageReader {
  readonly #members = new TopMembers(['usage', 'duration', 'error'], 'data');

  push(bytes: Uint8Array): void {
    this.#members.push(bytes);
    const error = this.#members.get('error');
    if (isRecord(error)) throw mapErrorInAnswer({ error });
  }

  usage(): MediaUsage | undefined {
    const duration = this.#members.get('duration');
    // whisper-1 answered with a text, once.
    const seconds = typeof duration === 'string' ? Number(duration) : duration;
    return readMediaUsage(this.#members.get('usage'), seconds, this.#members.count);
  }
}

/** Reads the use in a stream of events: the last usage that they name, and the number of images they complete. */
class EventUsage implements UsageReader {
  readonly #events = new SseDataReader();
  #usage: unknown;
  #images: number | undefined;

  push(bytes: Uint8Array): void {
    this.#events.push(bytes, (data) => {
      // Most events are pieces of sound, images or text, whose JSON says nothing that is counted.
      if (/"usage"|"error"|\.completed"/.test(data)) this.#read(data);
    });
  }

  usage(): MediaUsage | undefined {
    return readMediaUsage(this.#usage, undefined, this.#images);
  }

  #read(data: string): void {
    const event = parseEvent(data);
    if (event.type === 'error' || isRecord(event.error)) throw mapErrorInAnswer(event);
    if (isRecord(event.usage)) this.#usage = event.usage;
    if (event.type === 'image_generation.completed' || event.type === 'image_edit.completed') {
      this.#images = (this.#images ?? 0) + 1;
    }
  }
}

function parseEvent(data: string): Record<string, unknown> {
  try {
    const event: unknown = JSON.parse(data);
    if (isRecord(event)) return event;
  } catch {
    // Says nothing more than the failure below.
  }
  throw unreadable('an event that is not a JSON object');
}
