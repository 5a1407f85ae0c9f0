/** Place of an interval, in percent of a scale that reaches equally far to both sides of zero. */
export interface PlacedInterval {
  readonly left: number;
  readonly width: number;
  readonly point: number;
  readonly zero: number;
  /** Reach of the scale, as a share. */
  readonly reach: number;
}

/** Ends of scales, as shares: the first one that has room. Differences of shares are at most 1; their intervals can be wider. */
const REACHES = [0.05, 0.1, 0.25, 0.5, 1];

export function placeInterval(
  difference: number,
  { high, low }: { readonly low: number; readonly high: number },
): PlacedInterval {
  const farthest = Math.max(Math.abs(low), Math.abs(high), Math.abs(difference));
  const reach = REACHES.find((end) => end >= farthest) ?? 1;
  const place = (share: number): number => ((Math.min(reach, Math.max(-reach, share)) + reach) / (2 * reach)) * 100;
  return { left: place(low), width: place(high) - place(low), point: place(difference), zero: 50, reach };
}
