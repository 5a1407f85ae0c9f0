/** The longest run of characters that is handed to the encoder in one piece. */
export const MAX_RUN_LENGTH = 64;

/** Kinds of characters that the encoders' patterns never mix in one piece, as far as it matters here. */
const SPACE = 0;
const LETTER = 1;
const OTHER = 2;

/**
 * Cuts runs of letters, of white space or of signs after every 64 characters. The encoder takes such a run as one
 * word and merges it in time quadratic in its length; text of people and programs has none so long. A cut may add
 * one token, so a few in a hundred at the very worst. Never cuts a surrogate pair.
 */
export function splitLongRuns(text: string): string[] {
  if (text.length <= MAX_RUN_LENGTH) return [text];
  const pieces: string[] = [];
  let pieceStart = 0;
  let runStart = 0;
  let runKind = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const kind = classify(code);
    if (kind !== runKind) {
      runKind = kind;
      runStart = index;
    } else if (index - runStart >= MAX_RUN_LENGTH && !isLowSurrogate(code)) {
      pieces.push(text.slice(pieceStart, index));
      pieceStart = index;
      runStart = index;
    }
  }
  pieces.push(text.slice(pieceStart));
  return pieces;
}

function classify(code: number): number {
  if (code <= 32) return SPACE;
  if (code >= 128 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTER;
  return OTHER;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
