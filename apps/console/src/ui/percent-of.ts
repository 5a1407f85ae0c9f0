/** Whole percent of a share, between 0 and 100. What is little is not nothing, and what is not all is not all. */
export function percentOf(share: number): number {
  if (!(share > 0)) return 0;
  if (share >= 1) return 100;
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}
