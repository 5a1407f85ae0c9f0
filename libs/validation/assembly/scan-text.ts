/**
 * Finds the end of a string of JSON, checks what it holds, and measures it, sixteen bytes at a time. AssemblyScript: it becomes
 * src/scan-text.wasm.ts, see scripts/compile-scanner.mjs.
 */

/** Addresses in the memory at which a call leaves its results. The scanned text is behind it. */
const UNITS: usize = 0;
const BYTES: usize = 4;
const IS_SOUND: usize = 8;

const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
const LETTER_U: u32 = 0x75;

/** Characters below this may not be in a string as such (RFC 8259, section 7). */
const SPACE: u32 = 0x20;

/**
 * Scans a string from behind its opening quote. Returns the address behind its closing quote, or one beyond `end` where it has none.
 * Leaves the UTF-16 code units and the UTF-8 bytes of what it means, and 1 if it is a string of JSON and no escape of it is half a
 * character, or else 0. The bytes must be UTF-8, and twenty beyond `end` must be there to be read.
 */
export function scanText(from: u32, end: u32): u32 {
  const quotes = i8x16.splat(<i8>QUOTE);
  const backslashes = i8x16.splat(<i8>BACKSLASH);
  const spaces = i8x16.splat(<i8>SPACE);
  let at = from;
  let unitsLess: u32 = 0;
  let bytesLess: u32 = 0;
  let isSound: u32 = 1;
  let isClosed = false;
  while (at < end) {
    const bytes = v128.load(at);
    const marks = v128.or(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)), i8x16.lt_u(bytes, spaces));
    const places: u32 = i8x16.bitmask(marks);
    if (places === 0) {
      unitsLess += countUnitsLess(bytes, 16);
      // A constant, so that the next sixteen need not wait for these.
      at += 16;
      continue;
    }
    const ordinary = ctz(places);
    unitsLess += countUnitsLess(bytes, ordinary);
    at += ordinary;
    const code: u32 = load<u8>(at);
    at += 1;
    if (code === QUOTE) {
      isClosed = at <= end;
      break;
    }
    const less: u32 = code === BACKSLASH ? countBytesLess(at) : 0;
    if (less === 0) {
      isSound = 0;
      at += code === BACKSLASH ? 1 : 0;
    } else {
      const length: u32 = load<u8>(at) === LETTER_U ? 5 : 1;
      unitsLess += length;
      bytesLess += less;
      at += length;
    }
  }
  if (!isClosed) return end + 1;
  const written = at - 1 - from;
  store<u32>(UNITS, written - unitsLess);
  store<u32>(BYTES, written - bytesLess);
  store<u32>(IS_SOUND, isSound);
  return at;
}

/**
 * Counts by how much the code units of the first characters are fewer than their bytes: two bytes are one unit, three
 * are one, and four are two.
 */
function countUnitsLess(bytes: v128, count: u32): u32 {
  if (i8x16.bitmask(bytes) === 0) return 0;
  const all: u32 = (1 << count) - 1;
  const continued: u32 = i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64)));
  const fours: u32 = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<i8>0xf0)));
  return popcnt(continued & all) - popcnt(fours & all);
}

/**
 * Counts by how much the bytes of an escape's meaning are fewer than those of its notation; its backslash is before
 * `at`. 0 if it is none, or half a character.
 */
function countBytesLess(at: u32): u32 {
  const short: u32 = load<u8>(at);
  if (short !== LETTER_U) return isEscape(short) ? 1 : 0;
  const unit = readHex(at + 1);
  if (unit < 0 || (unit & 0xf800) === 0xd800) return 0;
  return unit < 0x80 ? 5 : unit < 0x800 ? 4 : 3;
}

function isEscape(short: u32): bool {
  switch (short) {
    case 0x22:
    case 0x2f:
    case 0x5c:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return true;
    default:
      return false;
  }
}

/** The number that four digits say; less than 0 if they are none. */
function readHex(at: u32): i32 {
  let number: i32 = 0;
  for (let nth: u32 = 0; nth < 4; nth += 1) {
    const code: u32 = load<u8>(at + nth);
    const letter = code | SPACE;
    if (code >= 0x30 && code <= 0x39) number = number * 16 + <i32>(code - 0x30);
    else if (letter >= 0x61 && letter <= 0x66) number = number * 16 + <i32>(letter - 0x57);
    else return -1;
  }
  return number;
}
