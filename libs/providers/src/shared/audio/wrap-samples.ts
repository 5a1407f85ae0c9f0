/** Raw samples as a provider describes them. */
export interface Samples {
  readonly bytes: Uint8Array;
  /** Samples per second. */
  readonly rate: number;
}

const HEADER_LENGTH = 44;
const BYTES_PER_SAMPLE = 2;

/** A WAV file of signed 16-bit little-endian samples of one channel. */
export function wrapSamples({ bytes, rate }: Samples): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_LENGTH - 8 + bytes.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes.length, 40);
  return Buffer.concat([header, bytes]);
}
