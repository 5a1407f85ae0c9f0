const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;

/** Sums that a span is read from: those of days, of hours or, with 0, of quarters of an hour; null: the quarters of `usage_series` themselves. */
export type SpanHours = 24 | 1 | 0 | null;

/** Time from a moment, inclusive, to another. */
export interface SeriesSpan {
  readonly hours: SpanHours;
  readonly from: number;
  readonly to: number;
}

export interface AskedSpans {
  readonly from: number;
  readonly to: number;
  /** Moments that no span may go across, such as those at which days of a zone begin. */
  readonly cuts: readonly number[];
  /** Starts of the days and hours of UTC whose sums lack something. */
  readonly open: { readonly days: ReadonlySet<number>; readonly hours: ReadonlySet<number> };
  /** False where sums by hour are not kept. */
  readonly hasHours: boolean;
  /** True where sums by quarter of an hour are kept, too. */
  readonly hasQuarters: boolean;
}

const startOf = (moment: number, length: number): number => Math.floor(moment / length) * length;

/** Starts of the spans of a length that have a cut within. */
const findCut = (cuts: readonly number[], length: number): ReadonlySet<number> =>
  new Set(cuts.flatMap((cut) => (cut % length === 0 ? [] : [startOf(cut, length)])));

/** A time range as the fewest rows: days of UTC as far as they are whole and summed, then hours, and quarters for the rest. In order of time. */
export function coverRange(asked: AskedSpans): readonly SeriesSpan[] {
  const { from, to, cuts, open, hasHours } = asked;
  const [cutDays, cutHours] = [findCut(cuts, A_DAY_MS), findCut(cuts, AN_HOUR_MS)];
  const days = split(from, to, A_DAY_MS).flatMap((day): SeriesSpan[] => {
    const isWhole = day.to - day.from === A_DAY_MS && !cutDays.has(day.from);
    if (isWhole && !open.days.has(day.from)) return [{ ...day, hours: 24 }];
    if (!hasHours) return [{ ...day, hours: null }];
    return split(day.from, day.to, AN_HOUR_MS).map((hour) => ({ ...hour, hours: hoursOf(hour, asked, cutHours) }));
  });
  return joinSpans(days);
}

type Part = Pick<SeriesSpan, 'from' | 'to'>;

/** A range at the boundaries of days or hours. */
function split(from: number, to: number, length: number): Part[] {
  const parts: Part[] = [];
  for (let start = startOf(from, length); start < to; start += length) {
    parts.push({ from: Math.max(start, from), to: Math.min(start + length, to) });
  }
  return parts;
}

function hoursOf({ from, to }: Part, { open, hasQuarters }: AskedSpans, cutHours: ReadonlySet<number>): SpanHours {
  const hour = startOf(from, AN_HOUR_MS);
  if (open.hours.has(hour)) return null;
  if (to - from === AN_HOUR_MS && !cutHours.has(hour)) return 1;
  return hasQuarters ? 0 : null;
}

function joinSpans(parts: readonly SeriesSpan[]): readonly SeriesSpan[] {
  const spans: SeriesSpan[] = [];
  for (const part of parts) {
    const last = spans.at(-1);
    if (last !== undefined && last.hours === part.hours) spans[spans.length - 1] = { ...last, to: part.to };
    else spans.push(part);
  }
  return spans;
}
