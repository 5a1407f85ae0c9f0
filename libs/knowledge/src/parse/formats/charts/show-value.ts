/** Days from 30 December 1899, which is day 0 of spreadsheets, to 1 January 1970, and to day 0 of those that count from 1904. */
const EPOCH = 25_569;
const FROM_1904 = 1_462;

const MS_A_DAY = 86_400_000;

/** Longer ones are no formats: Office takes no more letters. */
const LONGEST_FORMAT = 255;

/** Digits beyond these are noise of binary fractions. */
const PRECISION = 15;

/**
 * The number of a chart's point as its format shows it: dates as ISO 8601 writes them, percentages as such, and others as they are.
 * Text stays as it is.
 */
export function showValue(value: string, format: string, countsFrom1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim();
  // Quoted words, colours and escaped letters are no part of the pattern.
  const pattern = format.length > LONGEST_FORMAT ? '' : format.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '');
  if (pattern.includes('%')) return `${trim(number * 100)}%`;
  if (!/^general$/i.test(pattern) && /[yd]/i.test(pattern)) return showDate(number, countsFrom1904) ?? trim(number);
  return trim(number);
}

function trim(number: number): string {
  return String(Number(number.toPrecision(PRECISION)));
}

function showDate(day: number, countsFrom1904: boolean): string | undefined {
  const date = new Date(Math.round((day + (countsFrom1904 ? FROM_1904 : 0) - EPOCH) * MS_A_DAY));
  if (Number.isNaN(date.getTime())) return undefined;
  const [whole = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? whole : `${whole}T${time.slice(0, 8)}`;
}
