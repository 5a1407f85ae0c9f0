const QUARTER_MS = 900_000;

/** Usage of models is not older, and no bill is of the far future. */
const FIRST_YEAR = 2015;
const LAST_YEAR = 2100;

/** A date with or without a time and an offset: `2026-11-01`, `2026-11-01 10:00:00.123+00`, `2026-11-01T10:00:00Z`. */
const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Time of a source. */
export interface SourceTime {
  readonly at: Date;
  /** True for a date without a time. */
  readonly isDay: boolean;
}

/**
 * Reads a time. One without an offset is of the zone; a date alone is a day. Undefined for any other text, and for years before 2015 and after
 * 2100.
 *
 * @param zone an IANA name
 */
export function readTime(text: string, zone: string): SourceTime | undefined {
  const [, year = '', month = '', day = '', hour, minute, second = '00', offset] = FORM.exec(text.trim()) ?? [];
  if (!isYear(Number(year))) return undefined;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return isDate(date) ? { at: new Date(`${date}T00:00:00Z`), isDay: true } : undefined;
  const local = Date.parse(`${date}T${hour}:${minute}:${second}Z`);
  if (!isDate(date) || Number.isNaN(local)) return undefined;
  const ms = offset === undefined ? ofZone(local, zone) : local - readOffset(offset);
  return { at: new Date(ms), isDay: false };
}

/** Reads seconds since 1970. Undefined for any other text, and for years before 2015 and after 2100. */
export function readSeconds(text: string): Date | undefined {
  if (!/^\d{9,11}$/.test(text)) return undefined;
  const at = new Date(Number(text) * 1000);
  return isYear(at.getUTCFullYear()) ? at : undefined;
}

const isYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

/** Begin of the quarter of an hour, which days of every zone consist of. */
export function quarterOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);
}

/** True if a day exists. */
export function isDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

function readOffset(offset: string): number {
  if (/^(?:z|utc)$/i.test(offset)) return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Finds the moment at which clocks of a zone show a time. Of two, the earlier one. */
function ofZone(local: number, zone: string): number {
  if (zone === 'UTC') return local;
  const before = local - shiftAt(local - 43_200_000, zone);
  return before + shiftAt(before, zone) === local ? before : local - shiftAt(before, zone);
}

/** Milliseconds by which clocks of a zone are ahead of UTC. */
function shiftAt(ms: number, zone: string): number {
  let format = FORMATS.get(zone);
  if (format === undefined) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-GB', { ...parts, second: '2-digit', hourCycle: 'h23', timeZone: zone });
    FORMATS.set(zone, format);
  }
  const found = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const of = (name: Intl.DateTimeFormatPartTypes): number => found.get(name) ?? 0;
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - Math.floor(ms / 1000) * 1000;
}
