import type { ChartProps } from './chart-props.js';

type Data = Pick<ChartProps, 'kind' | 'points' | 'series'>;
type Point = ChartProps['points'][number];

/** Distances between two marks of an axis, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
const TICKS = 4;

/** Chooses the marks of the axis of values: from 0, at round distances, to at least the highest value. */
export function chooseTicks(data: Data): number[] {
  const most = highestOf(data);
  if (most <= 0) return [0, 1];
  const raw = most / TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = (STEPS.find((each) => each * power >= raw) ?? 10) * power;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The highest value of a line, or the highest sum where series lie on each other. */
function highestOf({ kind, points, series }: Data): number {
  const heights = points.map((point) =>
    kind === 'line'
      ? Math.max(0, ...series.map(({ name }) => heightOf(point, name)))
      : stackOf(point, series, series.length - 1).to,
  );
  return heights.reduce((most, height) => Math.max(most, height), 0);
}

/** The part of a series of a bar: from the sum of the series before it. Negative values count as none. */
export function stackOf(
  point: Point,
  series: Data['series'],
  index: number,
): { readonly from: number; readonly to: number } {
  const before = series.slice(0, index).reduce((sum, { name }) => sum + Math.max(0, heightOf(point, name)), 0);
  const own = series[index];
  return { from: before, to: before + (own === undefined ? 0 : Math.max(0, heightOf(point, own.name))) };
}

/** The path of a line, with a gap where a value is unknown, or the outline of an area; both in shares of 100. */
export function placePoints(data: Data, index: number, most: number): string {
  const { kind, points, series } = data;
  const place = 100 / Math.max(1, points.length);
  const x = (at: number) => round(place * (at + 0.5));
  const y = (value: number) => round(100 - (value / most) * 100);
  if (kind === 'area') {
    const stacks = points.map((point) => stackOf(point, series, index));
    const top = stacks.map(({ to }, at) => `${x(at)},${y(to)}`);
    const bottom = stacks.map(({ from }, at) => `${x(at)},${y(from)}`).reverse();
    return points.length === 0 ? '' : `M${[...top, ...bottom].join('L')}Z`;
  }
  const name = series[index]?.name ?? '';
  let isDrawn = false;
  return points
    .map((point, at) => {
      const value = point[name];
      const isKnown = typeof value === 'number';
      // A point without neighbours is a line of no length, which round ends make a dot.
      const part = isKnown ? `${isDrawn ? 'L' : 'M'}${x(at)},${y(value)}${isDrawn ? '' : 'h0'}` : '';
      isDrawn = isKnown;
      return part;
    })
    .join('');
}

function heightOf(point: Point, name: string): number {
  const value = point[name];
  return typeof value === 'number' ? value : 0;
}

function round(share: number): number {
  return Math.round(share * 100) / 100;
}
