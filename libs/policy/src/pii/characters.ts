const DIGIT = 1;
const LETTER = 2;
const HEX = 4;

const CLASSES = new Uint8Array(128);
for (let code = 0x30; code <= 0x39; code++) CLASSES[code] = DIGIT | HEX;
for (let code = 0x41; code <= 0x5a; code++) CLASSES[code] = LETTER | (code <= 0x46 ? HEX : 0);
for (let code = 0x61; code <= 0x7a; code++) CLASSES[code] = LETTER | (code <= 0x66 ? HEX : 0);

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** A to Z, in either case. */
export function isLetter(code: number): boolean {
  return code < 128 && ((CLASSES[code] ?? 0) & LETTER) !== 0;
}

export function isHexDigit(code: number): boolean {
  return code < 128 && ((CLASSES[code] ?? 0) & HEX) !== 0;
}

export function isAlphanumeric(code: number): boolean {
  return code < 128 && (CLASSES[code] ?? 0) !== 0;
}

/** Letters of the Latin, Greek and Cyrillic alphabets beyond ASCII; words of these scripts have spaces between them. */
export function isForeignLetter(code: number): boolean {
  return code >= 0xc0 && code <= 0x52f && code !== 0xd7 && code !== 0xf7;
}

export function isWordCharacter(code: number): boolean {
  return isAlphanumeric(code) || isForeignLetter(code);
}

/** A space within a number: plain, no-break, narrow, figure or thin. */
export function isInnerSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x202f || code === 0x2007 || code === 0x2009;
}

/** A hyphen or dash within a number. */
export function isDash(code: number): boolean {
  return code === 0x2d || (code >= 0x2010 && code <= 0x2013);
}
