import { MigrationExecutor } from 'typeorm';
import { allowLongStatements, type Connection } from '../connection/connection.js';
import { translateError } from '../connection/translate-error.js';
import { checkSchemaRelease, noteSchemaRelease, SchemaTooNew } from './schema-release.js';

/** Result of a run of the migrations. */
export interface MigrationReport {
  /** The names of those that ran just now, in order; empty when the schema was up to date. */
  readonly applied: readonly string[];
}

/** Any number that nobody else locks. */
const LOCK = 7_246_113_550;

/**
 * Brings the schema up to date: all or nothing, in one transaction. Of several processes that start at once one does the
 * work and the others wait for it; the lock belongs to the transaction, so that it also holds through a transaction pooler
 * and ends with a process that dies.
 *
 * @throws SchemaTooNew for the schema of a release that this one is too old for
 */
export async function migrate(connection: Connection): Promise<MigrationReport> {
  const source = await connection.dataSource();
  const runner = source.createQueryRunner();
  let endLong: (() => void) | undefined;
  try {
    // Over many rows, a statement of a migration takes longer than those of services.
    endLong = await allowLongStatements(runner);
    await runner.startTransaction();
    await runner.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    await checkSchemaRelease(runner);
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = 'none';
    const applied = await executor.executePendingMigrations();
    await noteSchemaRelease(runner);
    await runner.commitTransaction();
    return { applied: applied.map((migration) => migration.name) };
  } catch (error) {
    // The failure that led here is thrown; a connection that is lost has rolled back.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error instanceof SchemaTooNew ? error : translateError(error);
  } finally {
    endLong?.();
    await runner.release();
  }
}
