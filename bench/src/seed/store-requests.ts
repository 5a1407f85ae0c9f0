import { type Database, openDatabase } from '@multilane/persistence';
import type { AuditRecord } from '@multilane/telemetry';
import type { Company } from './make-company.js';

/** Records of one transaction: gateways write as many. */
const BATCH = 500;

/** Opens the database of a folder, or that of an address, while no service has it. */
export function openSeedDatabase(folder: string, url: string | undefined): Promise<Database> {
  return openDatabase(url === undefined ? { folder: `${folder}/.multilane/data` } : { url });
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

/** Tables whose rows were made when the company began, one after the other within the days before. */
const AGED = ['credentials', 'teams', 'users', 'workspace_models', 'workspace_providers', 'workspaces'];

/**
 * Gives the company a past: what it has was made before its first request, and each key was last used when its last request came.
 *
 * @param began milliseconds since the epoch
 */
export async function agePast(
  database: Database,
  records: readonly AuditRecord[],
  { organization }: Company,
  began: number,
): Promise<void> {
  const used = new Map<string, Date>();
  for (const { credential_id: id, time } of records) if (id !== null) used.set(id, new Date(time));
  await database.credentials.markUsed(used);
  for (const table of AGED)
    await database.sql.executeSql(
      `UPDATE ${table} SET created_at = $2::timestamptz - make_interval(hours => (hashtext(id::text) & 1023))
        WHERE organization_id = $1 AND created_at > now() - interval '1 day'`,
      [organization.id, new Date(began).toISOString()],
    );
}
