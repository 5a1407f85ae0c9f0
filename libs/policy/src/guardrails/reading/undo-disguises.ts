/** Letters one by one, with the same mark between them: `i g n o r e` or `i-g-n-o-r-e`, or each on a line. */
const SPELLED = /(?<![A-Za-z])[A-Za-z](?:([ .\-_*\n/|,])[A-Za-z])(?:\1[A-Za-z]){1,200}(?![A-Za-z])/g;
/** Words in which digits or signs stand for letters. */
const MIXED = /(?<![\w@$!|])(?=[\w@$!|]{0,30}[a-z])(?=[\w@$!|]{0,30}[0134578@$!|])[\w@$!|]{2,30}/gi;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's', '!': 'i', '|': 'l' },
};
/** Decoded texts are looked at up to here: nobody hides an order in more, and everything else is a file. */
const MOST_DECODED = 2_000;
/** The beginning of a run of digits. A pattern for all of it runs out of stack at some megabytes. */
const BASE64 = new RegExp(`(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{24,${MOST_DECODED}}`, 'g');
const MOST_PIECES = 20;

/** The text with the disguises undone that people put on orders; a reading for each disguise that it has. */
export function listDisguises(text: string): string[] {
  const readings: string[] = [];
  const spelled = text.replace(SPELLED, (letters) => letters.replace(/[^A-Za-z]/g, ''));
  if (spelled !== text) readings.push(spelled);
  const plain = text.replace(MIXED, toLetters);
  if (plain !== text) readings.push(plain);
  const decoded = decodeBase64(text);
  if (decoded !== '') readings.push(decoded);
  return readings;
}

/**
 * A 1 is an i, and an l behind an a or another l: `1nstruct10ns`, `a11`. A mark that ends a word as a sentence does is
 * none.
 */
function toLetters(word: string): string {
  return word
    .replace(/[!|]+$/, (end) => (end.startsWith('|') ? 'l'.repeat(end.length) : ''))
    .replace(/(?<=[a4@])1{1,2}|1(?=l)/gi, (ones) => 'l'.repeat(ones.length))
    .replace(/[0134578@$!|]/g, (sign) => LETTERS[sign] ?? sign);
}

function decodeBase64(text: string): string {
  let decoded = '';
  let pieces = 0;
  for (const [piece] of text.matchAll(BASE64)) {
    pieces += 1;
    if (pieces > MOST_PIECES) break;
    const words = Buffer.from(piece, 'base64').toString('latin1');
    if (/^[\t\n\r\x20-\x7e]+$/.test(words) && words.includes(' ')) decoded += `${words}\n`;
  }
  return decoded;
}
