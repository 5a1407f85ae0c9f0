/**
 * Digits of a telephone number behind the country code, by code (ITU E.164, national numbering plans). Codes of three
 * digits that are not named take 6 to 10.
 */
const LENGTHS: Readonly<Record<string, readonly [number, number]>> = Object.fromEntries(
  (
    '20:8-10 27:9-9 30:10-10 31:9-9 32:8-9 33:9-9 34:9-9 36:8-9 39:6-11 40:9-9 41:9-9 43:4-13 44:9-10 45:8-8 46:7-10 47:8-8 48:9-9 ' +
    '49:5-13 51:8-9 52:10-11 53:6-8 54:10-11 55:10-11 56:8-9 57:8-10 58:10-10 60:8-10 61:9-9 62:7-12 63:8-10 64:8-10 65:8-8 ' +
    '66:8-9 81:9-10 82:8-10 84:9-10 86:9-11 90:10-10 91:10-10 92:9-10 93:9-9 94:9-9 95:7-10 98:10-10'
  )
    .split(' ')
    .map((entry) => {
      const [code = '', range = ''] = entry.split(':');
      const [least = 0, most = 0] = range.split('-').map(Number);
      return [code, [least, most]] as const;
    }),
);

/** The first two digits of codes of three; what is not assigned is left out. */
const THREE_DIGIT_CODES = /^(?:2[1-69]|3[578]|42|5[09]|6[789]|8[058]|9[679])/;

/** True if digits, country code first, can be a telephone number. `hasTrunk`: they include a 0 that is not dialled. */
export function isInternationalNumber(digits: string, hasTrunk: boolean): boolean {
  const length = digits.length - (hasTrunk ? 1 : 0);
  if (digits[0] === '1')
    return length === 11 && isNorthAmericanArea(digits.slice(1, 4)) && /^[2-9]/.test(digits[4] ?? '');
  if (digits[0] === '7') return length === 11 && /^[3-9]/.test(digits[1] ?? '');
  const range = LENGTHS[digits.slice(0, 2)];
  if (range) return length >= range[0] + 2 && length <= range[1] + 2 && length >= 8;
  return THREE_DIGIT_CODES.test(digits) && length >= 9 && length <= 13;
}

/** An area that the North American plan can assign: no N11, no N9X, no 37X or 96X; of N00 only the toll-free and premium ones. */
export function isNorthAmericanArea(area: string): boolean {
  return /^[2-9]\d\d$/.test(area) && !/^(?:[2-9]11|[2-9]9\d|37\d|96\d|[2-7]00)$/.test(area);
}
