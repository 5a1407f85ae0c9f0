/** An Argon2id hash and what it was made with. */
export interface PhcHash {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Argon2 version 1.3 in the PHC string format: parameters in order, base64 without padding. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/** 1 GiB: a stored hash that asks for more is not one of ours, and would take the machine down. */
const MAX_MEMORY = 1 << 20;

export function encodePhc({ memory, passes, parallelism, salt, hash }: PhcHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/** Undefined for anything but an Argon2id hash of bearable cost (RFC 9106 section 3.1 names the bounds). */
export function decodePhc(text: string): PhcHash | undefined {
  const match = PHC.exec(text);
  if (match === null) return undefined;
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  if (passes < 1 || parallelism < 1 || memory < 8 * parallelism || memory > MAX_MEMORY) return undefined;
  const [salt = '', hash = ''] = match.slice(4);
  return { memory, passes, parallelism, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
