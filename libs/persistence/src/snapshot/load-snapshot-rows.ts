import { type EntityManager, type FindManyOptions, MoreThan } from 'typeorm';
import type { Connection } from '../connection/connection.js';
import { PolicyVersionEntity } from '../entities/change.entity.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { readMadeAt } from './load-snapshot-changes.js';
import type { SnapshotRows, SnapshotTables } from './snapshot-rows.js';
import { SNAPSHOT_TABLES, type SnapshotTable } from './snapshot-tables.js';

/** Rows that are made of one answer at a time: what comes between two pages does not wait for all of them. */
const PAGE = 250;

/**
 * Reads the rows of all tenants in one transaction that sees one state. Ordered by id, so that equal states are equal, and
 * page by page, so that a process that serves meanwhile pauses for milliseconds only.
 */
export function loadSnapshotRows(connection: Connection, box: SecretBox | undefined): Promise<SnapshotRows> {
  const read = async (manager: EntityManager): Promise<SnapshotRows> => {
    const { version } = await manager.findOneByOrFail(PolicyVersionEntity, { id: 1 });
    const madeAt = await readMadeAt(manager, version);
    const tables: Partial<Record<keyof SnapshotTables, readonly unknown[]>> = {};
    for (const [name, table] of Object.entries(SNAPSHOT_TABLES) as [
      keyof SnapshotTables,
      SnapshotTable<never, never>,
    ][]) {
      tables[name] = await readAll(manager, table, box);
    }
    return { version, madeAt, ...(tables as unknown as SnapshotTables) };
  };
  return connection.run((manager) => manager.transaction('REPEATABLE READ', read));
}

async function readAll<Row extends { id: string }, Result>(
  manager: EntityManager,
  { entity, toResult }: SnapshotTable<Row, Result>,
  box: SecretBox | undefined,
): Promise<Result[]> {
  const results: Result[] = [];
  let after: string | undefined;
  for (;;) {
    const where = after === undefined ? {} : { id: MoreThan(after) };
    const options = { where, order: { id: 'ASC' }, take: PAGE } as unknown as FindManyOptions<Row>;
    const rows = await manager.find(entity, options);
    for (const row of rows) results.push(toResult(row, box));
    after = rows.at(-1)?.id;
    if (rows.length < PAGE) return results;
  }
}
