/** Samples of a frame. */
const BLOCK = 4_096;
const BYTES_PER_SAMPLE = 2;
const STREAM_INFO_BYTES = 34;
const HEAD_BYTES = 4 + 4 + STREAM_INFO_BYTES;
const VERBATIM = 0x02;

/** Block size, in the head of a frame: 4,096, or one that follows in 16 bits. The other half is the rate: 24 kHz. */
const WHOLE_BLOCK = 0xc7;
const SHORT_BLOCK = 0x77;
/** One channel, 16 bits a sample. */
const MONO_16 = 0x08;

/**
 * A FLAC stream of 16-bit samples of one channel at 24 kHz, stored as they are (RFC 9639, "Verbatim Subframe"), frame by
 * frame as it is read.
 */
export async function* writeFlac(samples: Buffer): AsyncGenerator<Uint8Array> {
  yield writeStreamInfo(samples.length / BYTES_PER_SAMPLE);
  for (let frame = 0; frame * BLOCK * BYTES_PER_SAMPLE < samples.length; frame += 1) {
    const start = frame * BLOCK * BYTES_PER_SAMPLE;
    yield writeFrame(samples.subarray(start, start + BLOCK * BYTES_PER_SAMPLE), frame);
  }
}

/** The samples of a stream that `writeFlac` made, as far as it is there; undefined for any other. */
export function readFlac(flac: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let at = HEAD_BYTES; at + 16 < flac.length; ) {
    if (flac[at] !== 0xff || flac[at + 1] !== 0xf8 || flac[at + 3] !== MONO_16) return undefined;
    const size = flac[at + 2];
    if (size !== WHOLE_BLOCK && size !== SHORT_BLOCK) return undefined;
    const numberBytes = countNumberBytes(flac[at + 4] ?? 0);
    const sizeAt = at + 4 + numberBytes;
    const count = size === WHOLE_BLOCK ? BLOCK : flac.readUInt16BE(sizeAt) + 1;
    const subframe = sizeAt + (size === WHOLE_BLOCK ? 1 : 3);
    if (flac[subframe] !== VERBATIM) return undefined;
    const end = subframe + 1 + count * BYTES_PER_SAMPLE;
    const whole = Math.min(end, flac.length - ((flac.length - subframe - 1) % BYTES_PER_SAMPLE));
    pieces.push(Buffer.from(flac.subarray(subframe + 1, whole)).swap16());
    at = end + 2;
  }
  return pieces.length === 0 ? undefined : Buffer.concat(pieces);
}

/** The number of samples that the head of a FLAC stream names; undefined if it is none, or says that it is not known. */
export function countFlacSamples(flac: Buffer): number | undefined {
  if (flac.length < HEAD_BYTES) return undefined;
  // 36 bits, of which a day needs no more than 32.
  return flac.readUInt32BE(22) || undefined;
}

function writeStreamInfo(samples: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('fLaC', 0, 'latin1');
  // The last block of metadata, of type 0.
  head.writeUInt32BE(0x80000000 + STREAM_INFO_BYTES, 4);
  head.writeUInt16BE(BLOCK, 8);
  head.writeUInt16BE(BLOCK, 10);
  // Sizes of frames are not said. 20 bits of rate, 3 of channels less one, 5 of bits a sample less one, 36 of samples.
  head.writeUInt32BE(((24_000 << 12) | (15 << 4)) >>> 0, 18);
  head.writeUInt32BE(samples, 22);
  return head;
}

function writeFrame(samples: Buffer, number: number): Buffer {
  const count = samples.length / BYTES_PER_SAMPLE;
  const isWhole = count === BLOCK;
  const size = isWhole ? [] : [(count - 1) >> 8, (count - 1) & 0xff];
  const head = Buffer.from([
    ...[0xff, 0xf8, isWhole ? WHOLE_BLOCK : SHORT_BLOCK, MONO_16],
    ...encodeNumber(number),
    ...size,
  ]);
  const body = Buffer.concat([head, Buffer.from([checkHead(head), VERBATIM]), Buffer.from(samples).swap16()]);
  const check = Buffer.alloc(2);
  check.writeUInt16BE(checkFrame(body));
  return Buffer.concat([body, check]);
}

/** Encodes a number as UTF-8 does a code point, whether or not there is such a one. Up to 16 bits: a hundred hours. */
function encodeNumber(number: number): number[] {
  if (number < 0x80) return [number];
  const last = 0x80 | (number & 0x3f);
  if (number < 0x800) return [0xc0 | (number >> 6), last];
  return [0xe0 | (number >> 12), 0x80 | ((number >> 6) & 0x3f), last];
}

function countNumberBytes(first: number): number {
  if (first < 0x80) return 1;
  return first < 0xe0 ? 2 : 3;
}

const CRC_8 = makeTable(0x07, 8);
const CRC_16 = makeTable(0x8005, 16);

function makeTable(polynomial: number, width: 8 | 16): Uint16Array {
  const top = 1 << (width - 1);
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) value = value & top ? (value << 1) ^ polynomial : value << 1;
    return value;
  });
}

function checkHead(bytes: Buffer): number {
  let check = 0;
  for (const byte of bytes) check = (CRC_8[check ^ byte] ?? 0) & 0xff;
  return check;
}

function checkFrame(bytes: Buffer): number {
  let check = 0;
  for (const byte of bytes) check = ((check << 8) & 0xffff) ^ (CRC_16[(check >> 8) ^ byte] ?? 0);
  return check;
}
