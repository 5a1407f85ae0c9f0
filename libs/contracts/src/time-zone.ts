/** True for the name of a time zone that this process knows; an offset such as +02:00 is one. */
export function isTimeZoneName(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
