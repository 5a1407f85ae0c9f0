import { hash } from 'node:crypto';

/** 64 bits of a text's hash: the same in every process. */
export interface HashSeed {
  readonly high: number;
  readonly low: number;
}

export function seedOf(text: string): HashSeed {
  const digest = hash('sha256', text, 'buffer');
  return { high: digest.readUInt32LE(0), low: digest.readUInt32LE(4) };
}

/** A number of (0, 1) that a session and a target determine together, evenly spread. */
export function drawOf(session: HashSeed, target: HashSeed): number {
  const high = avalanche(avalanche(session.high ^ target.high) + session.low);
  const low = avalanche(avalanche(session.low ^ target.low) + high);
  // 53 bits, moved off 0.
  return ((high >>> 5) * 2 ** 26 + (low >>> 6) + 0.5) / 2 ** 53;
}

/** Spreads each bit of a 32-bit number over all of them: the finalizer of MurmurHash3. */
function avalanche(bits: number): number {
  let mixed = bits ^ (bits >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
