const MINUTE_MS = 60_000;

/** A time in ISO form as `<input type="datetime-local">` shows it, in the zone of the browser: `2026-11-23T09:30`. */
export function toLocalInput(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** The reverse of `toLocalInput`; null for an empty or unfinished field. */
export function toIsoTime(local: string): string | null {
  const time = new Date(local);
  return local === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
