import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { coverRange, type SeriesSpan } from './series-spans.js';

const A_QUARTER_MS = 900_000;
const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;

const at = (text: string): number => Date.parse(`${text}Z`);
const ask = (from: string, to: string, more: Partial<Parameters<typeof coverRange>[0]> = {}): readonly SeriesSpan[] =>
  coverRange({
    from: at(from),
    to: at(to),
    cuts: [],
    open: { days: new Set(), hours: new Set() },
    hasHours: true,
    hasQuarters: false,
    ...more,
  });
const read = (spans: readonly SeriesSpan[]) =>
  spans.map(({ hours, from, to }) => [hours, new Date(from).toISOString(), new Date(to).toISOString()]);

/** The days, hours or quarters of a span. */
function splitUp({ hours, from, to }: SeriesSpan) {
  const unit = (hours ?? 0) === 0 ? A_QUARTER_MS : (hours ?? 0) * AN_HOUR_MS;
  return Array.from({ length: (to - from) / unit }, (_, index) => {
    return { hours, begin: from + index * unit, end: from + (index + 1) * unit };
  });
}

describe('the spans of a range of series', () => {
  it('are one of days where all days are whole and summed', () => {
    expect(read(ask('2026-11-01T00:00', '2026-11-29T00:00'))).toEqual([
      [24, '2026-11-01T00:00:00.000Z', '2026-11-29T00:00:00.000Z'],
    ]);
  });

  it('are hours where a day is open, and quarters where an hour is', () => {
    const open = { days: new Set([at('2026-11-28T00:00')]), hours: new Set([at('2026-11-28T22:00')]) };
    expect(read(ask('2026-11-27T00:00', '2026-11-29T00:00', { open }))).toEqual([
      [24, '2026-11-27T00:00:00.000Z', '2026-11-28T00:00:00.000Z'],
      [1, '2026-11-28T00:00:00.000Z', '2026-11-28T22:00:00.000Z'],
      [null, '2026-11-28T22:00:00.000Z', '2026-11-28T23:00:00.000Z'],
      [1, '2026-11-28T23:00:00.000Z', '2026-11-29T00:00:00.000Z'],
    ]);
  });

  it('are quarters in the hours in which days of a zone begin', () => {
    const cuts = [at('2026-11-27T18:30'), at('2026-11-28T18:30')];
    expect(read(ask('2026-11-27T18:30', '2026-11-29T18:30', { cuts, hasQuarters: true }))).toEqual([
      [0, '2026-11-27T18:30:00.000Z', '2026-11-27T19:00:00.000Z'],
      [1, '2026-11-27T19:00:00.000Z', '2026-11-28T18:00:00.000Z'],
      [0, '2026-11-28T18:00:00.000Z', '2026-11-28T19:00:00.000Z'],
      [1, '2026-11-28T19:00:00.000Z', '2026-11-29T18:00:00.000Z'],
      [0, '2026-11-29T18:00:00.000Z', '2026-11-29T18:30:00.000Z'],
    ]);
  });

  it('are quarters where sums by hour are not kept', () => {
    expect(read(ask('2026-11-27T12:00', '2026-11-29T00:00', { hasHours: false }))).toEqual([
      [null, '2026-11-27T12:00:00.000Z', '2026-11-28T00:00:00.000Z'],
      [24, '2026-11-28T00:00:00.000Z', '2026-11-29T00:00:00.000Z'],
    ]);
  });

  it('have each moment once, begin at their own boundaries, hold no cut within and are not open', () => {
    const quarter = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(
        quarter,
        fc.integer({ min: 1, max: 400 }),
        fc.array(quarter, { maxLength: 6 }),
        fc.array(quarter, { maxLength: 6 }),
        fc.boolean(),
        fc.boolean(),
        (start, length, cutQuarters, openQuarters, hasHours, hasQuarters) => {
          const [from, to] = [start * A_QUARTER_MS, (start + length) * A_QUARTER_MS];
          const cuts = cutQuarters.map((number) => number * A_QUARTER_MS);
          const starts = (unit: number): Set<number> =>
            new Set(openQuarters.map((number) => Math.floor((number * A_QUARTER_MS) / unit) * unit));
          const open = { days: starts(A_DAY_MS), hours: starts(AN_HOUR_MS) };
          const spans = coverRange({ from, to, cuts, open, hasHours, hasQuarters });
          expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([from, to]);
          expect(spans.slice(1).map((span) => span.from)).toEqual(spans.slice(0, -1).map((span) => span.to));
          for (const { hours, begin, end } of spans.flatMap(splitUp)) {
            expect([begin, begin % (end - begin)]).toEqual([begin, 0]);
            expect(cuts.filter((cut) => cut > begin && cut < end)).toEqual([]);
            const isOpen = hours === 24 ? open.days.has(begin) : open.hours.has(begin - (begin % AN_HOUR_MS));
            expect([hours, isOpen]).toEqual([hours, isOpen && hours === null]);
          }
        },
      ),
    );
  });
});
