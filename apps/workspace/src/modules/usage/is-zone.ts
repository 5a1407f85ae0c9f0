import { isTimeZoneName } from '@multilane/contracts';
import type { Database } from '@multilane/persistence';

/** True for the name of a time zone that both who compute days know: this process and the database. */
export async function isZone(usageSeries: Pick<Database['usageSeries'], 'isZone'>, zone: string): Promise<boolean> {
  return isTimeZoneName(zone) && (await usageSeries.isZone(zone));
}
