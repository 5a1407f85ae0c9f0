/** Decimals of an amount of money: those of a float of a price a token, with room. */
export const AMOUNT_DECIMALS = 18;

const UNIT = 10n ** BigInt(AMOUNT_DECIMALS);
const FORM = /^([+-]?)(\d{1,30})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** No bill has more, and the database holds no greater sum. */
const MOST = 10n ** 15n * UNIT;

/**
 * Reads a decimal number exactly, as a count of 10⁻¹⁸. Digits beyond are rounded half away from zero. Undefined for a text that is no decimal
 * number or too large.
 */
export function readAmount(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = FORM.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  const shift = AMOUNT_DECIMALS + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const amount = shift >= 0 ? digits * 10n ** BigInt(shift) : divideRounded(digits, 10n ** BigInt(-shift));
  if (amount > MOST) return undefined;
  return sign === '-' ? -amount : amount;
}

/** Divides and rounds half away from zero. @param divisor above 0 */
export function divideRounded(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return value < 0n ? -((-value + half) / divisor) : (value + half) / divisor;
}

/** Writes a count of 10⁻¹⁸ as a decimal number without needless zeros, such as `0.0021`. */
export function writeAmount(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const fraction = (size % UNIT).toString().padStart(AMOUNT_DECIMALS, '0').replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Writes an amount of dollars for people: to the cent, or to six decimals below one. */
export function showDollars(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const decimals = size >= UNIT || size === 0n ? 2 : 6;
  const rounded = divideRounded(size, 10n ** BigInt(AMOUNT_DECIMALS - decimals));
  const digits = rounded.toString().padStart(decimals + 1, '0');
  return `${amount < 0n ? '-' : ''}$${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
