/** A moment as the clocks of a time zone show it; months count from 0. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY_MS = 86_400_000;

/** Formatters are slow to make and large; a process meets few zones. */
const MOST_FORMATTERS = 1_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** An IANA time zone: its clocks, with their changes for daylight saving. Times are milliseconds since the epoch. */
export class TimeZone {
  /** @throws RangeError for a name that is no time zone */
  constructor(readonly name: string) {
    if (name !== 'UTC') formatterOf(name);
  }

  /** Time that the zone is ahead of UTC at a moment, in milliseconds. */
  offsetAt(moment: number): number {
    if (this.name === 'UTC') return 0;
    const parts: Record<string, number> = {};
    for (const { type, value } of formatterOf(this.name).formatToParts(moment)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
  }

  localTime(moment: number): LocalTime {
    const local = new Date(moment + this.offsetAt(moment));
    return { year: local.getUTCFullYear(), month: local.getUTCMonth(), day: local.getUTCDate() };
  }

  /**
   * The first moment of a day. Days and months may lie beyond the end of theirs, as for `Date.UTC`. A day whose midnight
   * is skipped begins with the change of the clocks; one that has two begins with the first.
   */
  startOfDay(year: number, month: number, day: number): number {
    const midnight = Date.UTC(year, month, day);
    const before = midnight - this.offsetAt(midnight - DAY_MS);
    const after = midnight - this.offsetAt(midnight + DAY_MS);
    const candidates = [before, after].filter((moment) => moment + this.offsetAt(moment) === midnight);
    return candidates.length === 0 ? before : Math.min(...candidates);
  }
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formatters.size >= MOST_FORMATTERS) formatters.clear();
  formatters.set(timeZone, made);
  return made;
}
