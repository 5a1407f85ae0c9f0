import { type Database, openDatabase } from '@multilane/persistence';
import type { AuditRecord } from '@multilane/telemetry';

/** Records of one transaction: gateways write as many. */
const BATCH = 500;

/** Opens the database of a folder, or that of an address, while no service has it. */
export function openSeedDatabase(folder: string, url: string | undefined): Promise<Database> {
  return openDatabase(url === undefined ? { folder: `${folder}/.multilane/postgres` } : { url });
}

/**
 * Stores records as gateways do, with the sums and charges that go with them, and sums the series of the hours that are over.
 *
 * @param note told the number of records so far, from time to time
 * @returns the number of records that are new
 */
export async function storeRequests(
  database: Database,
  records: readonly AuditRecord[],
  note: (stored: number) => void,
): Promise<number> {
  let stored = 0;
  for (let start = 0; start < records.length; start += BATCH) {
    const lines = records.slice(start, start + BATCH).map((record) => `${JSON.stringify(record)}\n`);
    stored += await database.storeAuditRecords(Buffer.from(lines.join('')));
    if ((start / BATCH) % 10 === 9) note(stored);
  }
  while ((await database.sumUsageSeries(new Date())) > 0) note(stored);
  return stored;
}
