import type { GatewayError } from '@multilane/errors';
import { invalidJson, type JsonLimits, JsonMeter } from './json-meter.js';

/** An event of a realtime session, which is parsed in one turn: as many names that differ take 15 ms. */
const FRAME_LIMITS: JsonLimits = { members: 20_000, items: 100_000 };

/** Longer strings, such as sound and images, are left out of what is parsed. */
const LONG_STRING_BYTES = 4 * 1024;

/** Bytes at most outside of long strings. */
const MOST_SHORT_BYTES = 4 * 1024 * 1024;

/** So much is counted before it is decided whether to go on. */
const PIECE_BYTES = 1024 * 1024;

/**
 * A message of a socket without its long strings: sound and images may be most of it, and need not be parsed by whoever wants to know what
 * else there is.
 */
export class JsonFrame {
  private constructor(
    private readonly bytes: Buffer,
    private readonly meter: JsonMeter,
    /** The message with stand-ins in the place of the texts of its long strings; the message itself where it has none. */
    readonly short: Buffer,
    /** Beginning of the texts that stand in for the long strings: nobody can have written it into the message. */
    private readonly standIn: string,
  ) {}

  /** True if long strings are left out of `short`. */
  get isShortened(): boolean {
    return this.short !== this.bytes;
  }

  /**
   * @param secret random text, which nobody who writes a message can know
   * @throws GatewayError `invalid_json` for one that holds more than is parsed in one turn
   */
  static read(bytes: Buffer, secret: string): JsonFrame {
    const meter = new JsonMeter(FRAME_LIMITS, LONG_STRING_BYTES);
    let [longBytes, counted] = [0, 0];
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const piece = bytes.subarray(from, from + PIECE_BYTES);
      meter.read(piece);
      for (; counted < meter.longStrings.length; counted += 1) longBytes += lengthOf(meter.longStrings[counted]);
      if (from + piece.length - longBytes - meter.openStringBytes > MOST_SHORT_BYTES) {
        throw refuseLength();
      }
    }
    if (bytes.length - longBytes > MOST_SHORT_BYTES) throw refuseLength();
    const standIn = `long-string-${secret}-`;
    return new JsonFrame(bytes, meter, putStandIns(bytes, meter, standIn), standIn);
  }

  /** The bytes of a text that was written of what `short` says, with the long strings as they came. */
  restore(text: string): Buffer {
    if (!this.isShortened) return Buffer.from(text);
    const pieces: Buffer[] = [];
    for (const [index, part] of text.split(this.standIn).entries()) {
      if (index === 0) {
        pieces.push(Buffer.from(part));
        continue;
      }
      const end = part.indexOf('.');
      const place = this.meter.longStrings[Number(part.slice(0, end))];
      if (place !== undefined) pieces.push(this.bytes.subarray(place.start, place.end));
      pieces.push(Buffer.from(part.slice(end + 1)));
    }
    return Buffer.concat(pieces);
  }
}

function refuseLength(): GatewayError {
  return invalidJson(`The request body holds more than ${MOST_SHORT_BYTES >> 20} MB outside its long texts.`);
}

function lengthOf(place: { readonly start: number; readonly end: number } | undefined): number {
  return place === undefined ? 0 : place.end - place.start;
}

function putStandIns(bytes: Buffer, { longStrings }: JsonMeter, standIn: string): Buffer {
  if (longStrings.length === 0) return bytes;
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const [index, { end, start }] of longStrings.entries()) {
    pieces.push(bytes.subarray(copied, start), Buffer.from(`${standIn}${index}.`));
    copied = end;
  }
  pieces.push(bytes.subarray(copied));
  return Buffer.concat(pieces);
}
