/** Format of the reference's raw samples: 16 bits, little endian, one channel, so many a second. */
export const SAMPLE_RATE = 24_000;
const BYTES_PER_SAMPLE = 2;

/** Samples of a character and of the silence behind a word, at the usual speed. */
const SAMPLES_PER_CHARACTER = 600;
const SAMPLES_OF_PAUSE = 1_800;
/** A tone lasts at least so long, for it carries its text. */
const FEWEST_SAMPLES = 6_000;
const AMPLITUDE = 6_000;

/** The beginning of what a tone carries: who made it, before the length of the text. */
const MAGIC = Buffer.from('MLTN', 'latin1');
const HEAD_BYTES = MAGIC.length + 4;
const BITS = 8;

/** A word and when it is spoken, in seconds. */
export interface SpokenWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Speaks a text as tones, one a word, as long as the word and as high as its voice and letters make it. The lowest bit of each
 * sample carries the text, so that anyone who gets the samples unchanged can read it again.
 *
 * @param speed 0.25 to 4.
 */
export function speak(text: string, voice: string, speed: number): Buffer {
  const words = splitWords(text);
  const payload = writePayload(text);
  const spoken = words.reduce((sum, word) => sum + countSamples(word, speed), 0);
  const samples = Math.max(spoken, FEWEST_SAMPLES, payload.length * BITS);
  const sound = Buffer.alloc(samples * BYTES_PER_SAMPLE);
  let at = 0;
  for (const word of words) {
    const length = countTone(word, speed) * BYTES_PER_SAMPLE;
    sound.fill(makeCycle(voice, word), at, at + length);
    at += countSamples(word, speed) * BYTES_PER_SAMPLE;
  }
  carry(payload, sound);
  return sound;
}

/** The text that samples carry; undefined if they are not the simulator's. More than the beginning is not needed. */
export function readCarried(sound: Buffer): string | undefined {
  const head = readBytes(sound, 0, HEAD_BYTES);
  if (head === undefined || !head.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  return readBytes(sound, HEAD_BYTES, head.readUInt32LE(MAGIC.length))?.toString('utf8');
}

/** Times the words of a text in a sound of so many samples. */
export function timeWords(text: string, samples: number): SpokenWord[] {
  const words = splitWords(text);
  const total = words.reduce((sum, word) => sum + countSamples(word, 1), 0);
  const factor = samples / Math.max(total, 1) / SAMPLE_RATE;
  let at = 0;
  return words.map((word) => {
    const start = at * factor;
    at += countSamples(word, 1);
    return { word, start: round(start), end: round((at - SAMPLES_OF_PAUSE) * factor) };
  });
}

function splitWords(text: string): string[] {
  return text.match(/\S+/gu) ?? [];
}

function countTone(word: string, speed: number): number {
  return Math.ceil((word.length * SAMPLES_PER_CHARACTER) / speed);
}

function countSamples(word: string, speed: number): number {
  return countTone(word, speed) + Math.ceil(SAMPLES_OF_PAUSE / speed);
}

/** One period of a tone; whole samples, so that it can be repeated. */
function makeCycle(voice: string, word: string): Buffer {
  const period = 60 + ((sum(voice) * 7 + sum(word)) % 120);
  const cycle = Buffer.alloc(period * BYTES_PER_SAMPLE);
  for (let index = 0; index < period; index += 1) {
    const sample = Math.round(AMPLITUDE * Math.sin((2 * Math.PI * index) / period));
    cycle.writeInt16LE(sample & ~1, index * BYTES_PER_SAMPLE);
  }
  return cycle;
}

function sum(text: string): number {
  let total = 0;
  for (let index = 0; index < Math.min(text.length, 64); index += 1) total += text.charCodeAt(index);
  return total;
}

function writePayload(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const payload = Buffer.alloc(HEAD_BYTES + bytes.length);
  MAGIC.copy(payload);
  payload.writeUInt32LE(bytes.length, MAGIC.length);
  bytes.copy(payload, HEAD_BYTES);
  return payload;
}

/** Writes bits into the lowest bit of the first samples. */
function carry(payload: Buffer, sound: Buffer): void {
  for (let bit = 0; bit < payload.length * BITS; bit += 1) {
    const at = bit * BYTES_PER_SAMPLE;
    const value = ((payload[bit >> 3] ?? 0) >> (bit & 7)) & 1;
    sound[at] = ((sound[at] ?? 0) & 0xfe) | value;
  }
}

function readBytes(sound: Buffer, offset: number, length: number): Buffer | undefined {
  if ((offset + length) * BITS * BYTES_PER_SAMPLE > sound.length) return undefined;
  const bytes = Buffer.alloc(length);
  for (let bit = 0; bit < length * BITS; bit += 1) {
    const value = (sound[(offset * BITS + bit) * BYTES_PER_SAMPLE] ?? 0) & 1;
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (value << (bit & 7));
  }
  return bytes;
}

function round(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}
