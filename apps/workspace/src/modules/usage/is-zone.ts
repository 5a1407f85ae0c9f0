import type { Database } from '@multilane/persistence';

/** True for the name of a time zone that both who compute days know: this process and the database. */
export async function isZone(usageSeries: Pick<Database['usageSeries'], 'isZone'>, zone: string): Promise<boolean> {
  return isZoneHere(zone) && (await usageSeries.isZone(zone));
}

function isZoneHere(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
