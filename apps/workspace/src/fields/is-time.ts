const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** True if a value is an RFC 3339 time (section 5.6) of a day that exists, and stays one in UTC. */
export function isTime(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const parts = RFC_3339.exec(value);
  if (parts === null) return false;
  const [, year, month, day] = parts.map(Number) as [number, number, number, number];
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return false;
  const utcYear = parseTime(value).getUTCFullYear();
  return utcYear >= 1 && utcYear <= 9999;
}

/** The moment that an RFC 3339 time names. A leap second is the end of its minute, as POSIX counts. */
export function parseTime(text: string): Date {
  const [, upToSeconds, rest = ''] = /^(.{17})60(.*)$/.exec(text) ?? [];
  if (upToSeconds === undefined) return new Date(text.toUpperCase());
  return new Date(Date.parse(`${upToSeconds}59${rest.replace(/^\.\d+/, '')}`.toUpperCase()) + 1000);
}
