/** Samples a second, as realtime models take and give them: 16 bits, one channel. */
export const SAMPLE_RATE = 24_000;

const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;
/** Bytes of sound in an event. */
const PIECE_BYTES = 96 * 1024;
/** Characters that are made of bytes at a time. */
const STRIDE = 0x8000;

/** Samples between -1 and 1 as 16-bit numbers, little end first. */
export function toSamples(floats: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(floats.length * BYTES_PER_SAMPLE);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of floats.entries()) {
    view.setInt16(index * BYTES_PER_SAMPLE, Math.round(Math.max(-1, Math.min(1, value)) * 0x7fff), true);
  }
  return bytes;
}

/** 16-bit samples as numbers between -1 and 1. An odd byte at the end is none. */
export function toFloats(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const floats = new Float32Array(Math.floor(bytes.length / BYTES_PER_SAMPLE));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const index of floats.keys()) floats[index] = view.getInt16(index * BYTES_PER_SAMPLE, true) / 0x8000;
  return floats;
}

/** A file that browsers play. */
export function toWav(pieces: readonly Uint8Array<ArrayBuffer>[]): Blob {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  const write = (at: number, text: string) => {
    for (const [index, character] of [...text].entries()) view.setUint8(at + index, character.charCodeAt(0));
  };
  write(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + length, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // PCM, one channel.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, BYTES_PER_SAMPLE * 8, true);
  write(36, 'data');
  view.setUint32(40, length, true);
  return new Blob([view.buffer, ...pieces], { type: 'audio/wav' });
}

/** Sound in pieces of base64, each small enough for one event. */
export function toPieces(bytes: Uint8Array): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    pieces.push(toBase64(bytes.subarray(start, start + PIECE_BYTES)));
  }
  return pieces;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += STRIDE) {
    text += String.fromCharCode(...bytes.subarray(start, start + STRIDE));
  }
  return btoa(text);
}
