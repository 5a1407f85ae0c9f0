/** A cost as the header carries it: a plain decimal, never in exponent form. */
export function formatCost(usd: number): string {
  return usd.toFixed(10).replace(/\.?0+$/, '');
}
