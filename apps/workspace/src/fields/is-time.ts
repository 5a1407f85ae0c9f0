const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a value is an RFC 3339 time (section 5.6) of a day that exists. */
export function isTime(value: unknown): value is string {
  const parts = typeof value === 'string' ? RFC_3339.exec(value) : null;
  if (parts === null) return false;
  const [, year, month, day] = parts.map(Number) as [number, number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
