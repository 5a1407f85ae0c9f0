/** Day of a moment in a time zone. */
export function dayIn(ms: number, zone: string | undefined): string {
  if (zone === undefined) return new Date(ms).toISOString().slice(0, 10);
  return new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 10);
}

/** The first moment of a day in a time zone, in milliseconds since the epoch: not always midnight, where clocks change. */
export function startOfDay(day: string, zone: string | undefined): number {
  const utc = Date.parse(day);
  if (zone === undefined) return utc;
  const near = utc - offsetAt(utc, zone);
  const start = utc - offsetAt(near, zone);
  // There is no midnight on days whose clocks go forward then.
  return dayIn(start, zone) < day ? near : start;
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at a moment. */
function offsetAt(ms: number, zone: string): number {
  const whole = Math.floor(ms / 1000) * 1000;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, day = 1] = [parts.get('year'), parts.get('month'), parts.get('day')];
  return Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'), parts.get('second')) - whole;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formats.set(timeZone, format);
  return format;
}

/** Names that browsers list for zones which have another name today: not every database knows the old ones. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** A zone of the address; undefined for UTC, and for one that the browser does not know. */
export function readZone(zone: string | undefined): string | undefined {
  if (zone === undefined || zone === 'UTC') return undefined;
  try {
    formatOf(zone);
    return RENAMED[zone] ?? zone;
  } catch {
    // The address may have been typed: the page shows UTC, and says so.
    return undefined;
  }
}

/** Zones to choose from, by their names of today: UTC first, then the one of the browser, then all others. */
export function listZones(own: string, known: readonly string[]): readonly string[] {
  return [...new Set(['UTC', own, ...known].map((zone) => RENAMED[zone] ?? zone))];
}
