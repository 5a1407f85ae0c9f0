import type { Losses } from '../losses.js';
import type { PixelSize } from './read-image-request.js';

/** Ratio that a provider takes instead of a size in pixels. */
export interface ChosenRatio {
  /** Such as `3:2`. */
  readonly ratio: string;
  /** Size of the longer side, in about a thousand pixels. */
  readonly resolution: 1 | 2 | 4;
}

/** A side that is at most so long, in pixels, is meant by a resolution. */
const LONGEST_OF_1K = 1_600;
const LONGEST_OF_2K = 3_000;

/**
 * The nearest of a provider's ratios and the resolution for a size in pixels. The provider chooses the pixels by itself, so
 * the size is a loss, except for the square of 1,024 that all of them mean by `1:1`.
 */
export function chooseRatio(size: PixelSize, ratios: readonly string[], losses: Losses): ChosenRatio {
  const { width, height } = size;
  const asked = Math.log(width / height);
  let [ratio = '1:1'] = ratios;
  for (const candidate of ratios) if (distance(candidate, asked) < distance(ratio, asked)) ratio = candidate;
  const longest = Math.max(width, height);
  const resolution = longest <= LONGEST_OF_1K ? 1 : longest <= LONGEST_OF_2K ? 2 : 4;
  const isExact = ratio === '1:1' && width === height && width === 1_024;
  if (!isExact) losses.lose('size');
  return { ratio, resolution };
}

function distance(ratio: string, asked: number): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return Math.abs(Math.log(across / down) - asked);
}
