/** Hours of each day, by the clock of a time zone. */
export interface DailyHours {
  /** `22:00` */
  readonly from: string;
  /** `07:00`; before `from` it is one of the next day. */
  readonly to: string;
  /** Name of the IANA time zone. */
  readonly timezone: string;
}

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** A change of the clock is at most so long in a zone of today, with room. */
const LONGEST_SHIFT_MINUTES = 180;

/** Finds the field that makes hours unusable, with words that follow its name; undefined if they are fine. */
export function findQuietProblem({
  from,
  timezone,
  to,
}: DailyHours): { field: keyof DailyHours; message: string } | undefined {
  const time = 'must be a time of day such as 22:00';
  if (!CLOCK.test(from)) return { field: 'from', message: time };
  if (!CLOCK.test(to)) return { field: 'to', message: time };
  if (from === to) return { field: 'to', message: 'must differ from `from`' };
  try {
    formatOf(timezone);
  } catch {
    return { field: 'timezone', message: 'must be the name of an IANA time zone, such as Europe/Berlin' };
  }
  return undefined;
}

/**
 * The end of the quiet hours that a moment is in; undefined if it is in none. Milliseconds since the epoch. On days on which the clock changes,
 * the end is the first minute at which the clock of the zone says so or later.
 */
export function findQuietEnd(hours: DailyHours, now: number): number | undefined {
  if (!isQuiet(hours, now)) return undefined;
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const left = (minutesOf(hours.to) - clockAt(hours, now) + DAY_MINUTES) % DAY_MINUTES;
  // The clock may change in between: the end is looked for around the place where it would be without a change.
  for (let minute = left - LONGEST_SHIFT_MINUTES; minute <= left + LONGEST_SHIFT_MINUTES; minute++) {
    const at = start + minute * MINUTE_MS;
    if (minute > 0 && !isQuiet(hours, at)) return at;
  }
  return start + Math.max(1, left) * MINUTE_MS;
}

function isQuiet(hours: DailyHours, at: number): boolean {
  const clock = clockAt(hours, at);
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  return from < to ? clock >= from && clock < to : clock >= from || clock < to;
}

/** Minutes since midnight by the clock of the zone. */
function clockAt({ timezone }: DailyHours, at: number): number {
  return minutesOf(formatOf(timezone).format(at));
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Formats that were made: each takes some time. Zones are some hundreds. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (formats.size >= 1_000) formats.clear();
  formats.set(timeZone, made);
  return made;
}
