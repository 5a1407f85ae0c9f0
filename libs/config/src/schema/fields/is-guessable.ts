/** Least randomness of a secret: symbols that differ, and symbols that do not follow from those before them. */
interface Randomness {
  readonly distinct: number;
  readonly surprising: number;
}

/**
 * True if a secret is so regular that nobody generated it: repeated symbols, counting up or down, a block that repeats.
 * It is a floor and no measure of strength. `enough` is chosen so that generated secrets never fall below it (see the
 * property test).
 */
function isGuessable(symbols: readonly number[], { distinct, surprising }: Randomness): boolean {
  return new Set(symbols).size < distinct || countSurprising(symbols) < surprising || isRepetition(symbols);
}

/** Symbols that are neither the one before nor its neighbour. */
function countSurprising(symbols: readonly number[]): number {
  return symbols.filter((symbol, index) => Math.abs(symbol - (symbols[index - 1] ?? Number.NaN)) > 1 || index === 0)
    .length;
}

/** True if one block, repeated at least twice, makes it all; the last may be cut. */
function isRepetition(symbols: readonly number[]): boolean {
  for (let period = 1; period <= symbols.length / 2; period++) {
    if (symbols.every((symbol, index) => index < period || symbol === symbols[index - period])) return true;
  }
  return false;
}

/** 32 random bytes have 30 that differ, or so. */
const ENCRYPTION_KEY: Randomness = { distinct: 12, surprising: 12 };

/** 21 characters at least, and possibly of hexadecimal digits alone. */
const API_KEY: Randomness = { distinct: 5, surprising: 6 };

/** Placeholders that documentation writes for a secret. */
const PLACEHOLDERS = /change[-_]?me|replace[-_]?me|your[-_]?(api[-_]?)?key|placeholder/i;

/** True if an encryption key in base64 can be guessed. */
export function isGuessableEncryptionKey(key: string): boolean {
  return isGuessable([...Buffer.from(key, 'base64')], ENCRYPTION_KEY);
}

/** True if an API key, with its prefix, can be guessed. */
export function isGuessableApiKey(key: string): boolean {
  const secret = key.replace(/^ml-/, '');
  return (
    PLACEHOLDERS.test(secret) ||
    isGuessable(
      [...secret].map((character) => character.charCodeAt(0)),
      API_KEY,
    )
  );
}
