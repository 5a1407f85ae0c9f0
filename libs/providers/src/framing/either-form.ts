import { parseBoundedJson } from '@multilane/contracts';
import type { Codec, Decoded, DecodeFacts, EmitChunk, StreamTranslator } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { unreadable } from '../shared/failures/map-error.js';
import { refuseHeavyEvent } from './refuse-heavy-event.js';

/** Larger answers are not read in the form that was not asked for. */
const MOST_BYTES = 1024 * 1024;

/** Times that a text is read which may be whole. Reading again at each of many pieces would take the square of the length. */
const MOST_ATTEMPTS = 100;

const OBJECT = 0x7b;
const LIST = 0x5b;

/** The first byte that is no white space and no byte order mark. */
function firstByte(bytes: Uint8Array): number | undefined {
  return bytes.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
}

/** True if a body that was to be JSON is a stream of events: a field of an event, or a comment. */
export function isEventStream(body: Uint8Array): boolean {
  if (body[0] === OBJECT || body.length > MOST_BYTES) return false;
  return /^[\s\ufeff]*(?:data:|event:|id:|retry:|:)/.test(Buffer.from(body.subarray(0, 200)).toString('utf8'));
}

/** The answer that a stream of events says which came where JSON was asked for. Throws a `ProviderFailure` for one that failed. */
export function decodeEvents<Response>(
  codec: Codec<never, Response>,
  body: Uint8Array,
  facts: DecodeFacts,
): Decoded<Response> {
  const translator = codec.startStream?.({ ...facts, includeUsage: true });
  if (translator === undefined || codec.forms === undefined) throw unreadable('events where JSON was asked for');
  const events: (object | string)[] = [];
  const take = (chunk: object | undefined, raw: string | undefined): void => {
    const event = chunk ?? raw;
    if (event !== undefined) events.push(event);
  };
  try {
    translator.push(body, take);
    translator.end(take);
    const whole = codec.forms.join(events);
    return { response: whole, usage: translator.usage(), verbatim: false };
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    throw unreadable('events where JSON was asked for');
  }
}

/**
 * Reads the answer to a request for a stream in either form: as the stream of events that it should be, or as one JSON
 * text, which some hosts send for errors, and some for all answers. Its first byte says which. A body that turns out to
 * be neither is left to the stream's own translator.
 */
export class EitherForm<Response, Chunk extends object> implements StreamTranslator<Chunk> {
  #isStream = false;
  #held: Buffer | undefined;
  #attempts = 0;
  #whole: Decoded<Response> | undefined;

  constructor(
    private readonly translator: StreamTranslator<Chunk>,
    private readonly codec: Codec<never, Response>,
    private readonly facts: DecodeFacts,
    private readonly showsUsage: boolean,
  ) {}

  push(bytes: Uint8Array, emit: EmitChunk<Chunk>): void {
    if (this.#isStream) {
      this.translator.push(bytes, emit);
      return;
    }
    if (this.#whole !== undefined) return;
    const held = this.#held === undefined ? Buffer.from(bytes) : Buffer.concat([this.#held, bytes]);
    const first = this.#held === undefined ? firstByte(held) : OBJECT;
    if ((first === OBJECT || first === LIST) && held.length <= MOST_BYTES) {
      this.#held = held;
      this.#read(held, emit);
    } else if (first === undefined && held.length < 64) this.translator.push(bytes, emit);
    else {
      this.#isStream = true;
      this.translator.push(held, emit);
    }
  }

  end(emit: EmitChunk<Chunk>): void {
    if (this.#whole !== undefined) return;
    if (this.#held !== undefined) this.translator.push(this.#held, emit);
    this.translator.end(emit);
  }

  usage(): ReturnType<StreamTranslator<Chunk>['usage']> {
    return this.#whole?.usage ?? this.translator.usage();
  }

  /** Emits the answer once it is whole. */
  #read(held: Buffer, emit: EmitChunk<Chunk>): void {
    const last =
      held.at(-1) === 0x0a
        ? held
            .toString('latin1', held.length - 8)
            .trimEnd()
            .at(-1)
        : String.fromCharCode(held.at(-1) ?? 0);
    if ((last !== '}' && last !== ']') || ++this.#attempts > MOST_ATTEMPTS) return;
    const text = held.toString('utf8');
    refuseHeavyEvent(text);
    const value = parse(text);
    if (value === undefined) return;
    this.#whole = this.codec.decode([value], this.facts);
    const chunks = this.codec.forms?.split(this.#whole.response, this.showsUsage) ?? [];
    if (chunks.length === 0) throw unreadable('JSON where a stream was asked for');
    for (const chunk of chunks) emit(chunk as Chunk, undefined);
  }
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
