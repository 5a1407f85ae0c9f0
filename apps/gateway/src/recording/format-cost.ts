const DIGITS = 10;
const UNIT = 10 ** DIGITS;

/** A cost as the header carries it: a plain decimal of ten places at most, never in exponent form. */
export function formatCost(usd: number): string {
  const text = String(Math.round(usd * UNIT) / UNIT);
  return text.includes('e') ? usd.toFixed(DIGITS).replace(/\.?0+$/, '') : text;
}
