import type { EntityManager } from 'typeorm';
import { countOldRecords } from './audit/count-old-records.js';
import { indexPartitions } from './audit/index-partitions.js';
import { isPartitionMissing, makePartitions, monthAfter, monthOf } from './audit/partitions.js';
import { type Removal, removeOldRecords } from './audit/remove-old-records.js';
import { type StoredRecords, storeAuditRecords } from './audit/store-audit-records.js';
import { storeParts } from './audit/store-parts.js';
import { sumSeries } from './audit/sum-series.js';
import { type ChangeEntry, ChangeLog } from './changes/change-log.js';
import { ConditionCheck } from './changes/condition-check.js';
import { type OrganizationLimits, RoomCheck } from './changes/room-check.js';
import { type Access, Connection, type DatabaseLocation, type Sql, sqlWithin } from './connection/connection.js';
import { translateError } from './connection/translate-error.js';
import { type MigrationReport, migrate } from './migrations/migrate.js';
import { checkSchemaRelease } from './migrations/schema-release.js';
import type { Actor, Topic, VersionedTopics } from './records/change.js';
import type { ChangeScope } from './repositories/audited-table.js';
import { createQueries, createRepositories, type Queries, type Repositories } from './repositories/repositories.js';
import { checkCanary, resealCanary } from './secrets/encryption-canary.js';
import type { SecretBox } from './secrets/secret-box.js';
import { UpstreamSecrets } from './secrets/upstream-secrets.js';
import { statement } from './statements/statement.js';
import type { VersionChannel } from './version-channel/version-channel.js';

export type DatabaseOptions = DatabaseLocation & {
  /** Seals and opens the secrets of providers. Without it there can be none. */
  readonly secretBox?: SecretBox | undefined;
  /** Channel on which the number of each new version is announced. Without it, other processes find it by looking. */
  readonly channel?: Pick<VersionChannel, 'announce'> | undefined;
  /** What each organization has at most after changes by its people and programs. Without it, as much as they make. */
  readonly limits?: OrganizationLimits | undefined;
};

/** The repositories of one transaction, and a way to record what no repository knows of. */
export type Change = Repositories & {
  /** Adds a row to the audit trail, such as a sign-in, and says what every process must forget. */
  note(entry: ChangeEntry, ...topics: Topic[]): void;
};

/** The database, whichever it is. Its other members are the queries of each noun. */
export interface Database extends Queries {
  /**
   * Makes a change: one transaction with the rows, the audit trail's rows and the new version, which is announced
   * after the commit. `work` must use the repositories that it is given, and wait for nothing else than the database. If the author
   * has a condition, `work` must lock its row, as every update and removal does.
   */
  change<Result>(actor: Actor, work: (change: Change) => Promise<Result>): Promise<Result>;
  /** The number of the last change that processes must know of. */
  version(): Promise<number>;
  /** The version, and what the versions after `since` touched, in order: 1,000 at most, and of the last hour. */
  readTopics(since: number): Promise<{ readonly version: number; readonly changes: readonly VersionedTopics[] }>;
  /**
   * Stores audit records, the lines of the audit log as UTF-8, with their sums and charges: once a record, however often it
   * is given. Resolves to the number that was new. `onOtherValues` hears of values of tags that are counted as `other`.
   */
  storeAuditRecords(lines: Buffer, onOtherValues?: (values: number) => void): Promise<number>;
  /** Makes the partitions of audit records for the month of a moment and the two that follow it, where they are missing. */
  makeAuditPartitions(now?: Date): Promise<void>;
  /** Removes the audit records from before a moment, in small transactions. */
  removeAuditRecords(before: Date, isStopped?: () => boolean): Promise<Removal>;
  /** Adds the audit records to the series that no series has yet, in small transactions. Resolves to their number. */
  countOldAuditRecords(isStopped?: () => boolean): Promise<number>;
  /** Builds the indexes of audit records that migrations left to the background. Resolves to the number that were built. */
  indexAuditPartitions(isStopped?: () => boolean): Promise<number>;
  /** Sums the series of hours and days that are over, in small transactions. Resolves to the number of hours and days. */
  sumUsageSeries(now: Date, isStopped?: () => boolean): Promise<number>;
  /** SQL for the queues of `libs/jobs`, which have a schema of their own. */
  readonly sql: Sql;
  /** Runs SQL in one transaction, which is undone if it takes longer than `limitMs`: a minute by default. */
  inTransaction<Result>(work: (sql: Sql) => Promise<Result>, limitMs?: number): Promise<Result>;
  /**
   * Runs one statement outside of a transaction, for up to six hours. Undefined for the embedded database, which answers
   * nothing else meanwhile.
   */
  readonly executeLong: ((text: string) => Promise<void>) | undefined;
  /** Brings the schema up to date, and that of the job queues. The workspace service does it at its start. */
  migrate(): Promise<MigrationReport>;
  /**
   * Passes for a schema of this release, of the next one and of any before it.
   *
   * @throws SchemaTooNew
   */
  checkSchemaRelease(): Promise<void>;
  /**
   * Compares the encryption key with the one that the database was set up with; passes if there is no key, or if nothing is
   * known of that one.
   *
   * @param mayCreate Records which key it is, where nobody has yet.
   * @throws WrongEncryptionKey
   */
  checkEncryptionKey(mayCreate: boolean): Promise<void>;
  /** From now on the key that seals is the one that others are compared with. */
  resealCanary(): Promise<void>;
  /** True if a trivial query is answered. */
  isAvailable(): Promise<boolean>;
  close(): Promise<void>;
}

/** The same, with what decrypts the secrets of providers and guardrails. */
export interface DatabaseWithSecrets extends Database {
  /** For the gateway and the command `keys reseal` alone: the workspace does without (docs/contract/control-plane.md#stored-secrets). */
  readonly upstreamSecrets: UpstreamSecrets;
}

/**
 * Opens a database. A server need not be there yet: what needs it fails with DatabaseUnavailable until it is.
 *
 * @throws DatabaseInUse when another process has the embedded database open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseWithSecrets> {
  const connection = await Connection.open(options);
  const { secretBox, channel, limits } = options;
  const runScope = async <Result>(actor: Actor, work: (scope: ChangeScope) => Promise<Result>): Promise<Result> => {
    const { result, version } = await runChange(connection, limits, actor, work);
    if (version !== undefined) channel?.announce(version);
    return result;
  };
  return Object.assign(createQueries(connection, secretBox), {
    change: <Result>(actor: Actor, work: (change: Change) => Promise<Result>): Promise<Result> =>
      runScope(actor, (scope) => {
        const repositories = createRepositories(within(scope.manager), scope, secretBox);
        return work(Object.assign(repositories, { note: scope.log.record.bind(scope.log) }));
      }),
    upstreamSecrets: new UpstreamSecrets(connection, secretBox, runScope),
    sql: { executeSql: (text: string, values?: unknown[]) => connection.executeSql(text, values) },
    inTransaction: <Result>(work: (sql: Sql) => Promise<Result>, limitMs?: number) =>
      connection.transaction((manager) => work(sqlWithin(manager)), limitMs),
    executeLong: 'url' in options ? (text: string) => connection.executeLong(text) : undefined,
    version: async () => (await readTopics(connection, Number.MAX_SAFE_INTEGER)).version,
    readTopics: (since: number) => readTopics(connection, since),
    storeAuditRecords: (lines: Buffer, onOtherValues?: (values: number) => void) =>
      storeParts(lines, async (part) => {
        const { added, otherValues } = await storeRecords(connection, part);
        if (otherValues > 0) onOtherValues?.(otherValues);
        return added;
      }),
    makeAuditPartitions: (now = new Date()) => makeAhead(connection, now),
    removeAuditRecords: (before: Date, isStopped?: () => boolean) =>
      removeOldRecords((work) => connection.transaction(work), before, isStopped),
    countOldAuditRecords: (isStopped?: () => boolean) =>
      countOldRecords((work) => connection.transaction(work), isStopped),
    indexAuditPartitions: (isStopped?: () => boolean) =>
      indexPartitions(
        { executeSql: (text, values) => connection.executeSql(text, values) },
        'url' in options ? (text) => connection.executeLong(text) : undefined,
        isStopped,
      ),
    sumUsageSeries: (now: Date, isStopped?: () => boolean) =>
      sumSeries((work, limitMs) => connection.transaction(work, limitMs), now, isStopped),
    migrate: async () => {
      const report = await migrate(connection);
      await makeAhead(connection, new Date());
      // Loads pg-boss, which most processes do without.
      const { installQueues } = await import('@multilane/jobs');
      await installQueues(connection);
      return report;
    },
    checkSchemaRelease: () => connection.run((manager) => checkSchemaRelease(manager)),
    checkEncryptionKey: async (mayCreate: boolean) => {
      if (secretBox) await connection.run((manager) => checkCanary(manager, secretBox, mayCreate));
    },
    resealCanary: async () => {
      if (secretBox) await connection.run((manager) => resealCanary(manager, secretBox));
    },
    isAvailable: () =>
      connection
        .run((manager) => manager.query('SELECT 1'))
        .then(
          () => true,
          () => false,
        ),
    close: () => connection.close(),
  });
}

async function runChange<Result>(
  connection: Connection,
  limits: OrganizationLimits | undefined,
  actor: Actor,
  work: (scope: ChangeScope) => Promise<Result>,
): Promise<{ result: Result; version: number | undefined }> {
  return connection.transaction(async (manager) => {
    const log = new ChangeLog(actor);
    const check = new ConditionCheck(actor.condition);
    const room = new RoomCheck(limits, actor);
    const result = await work({ manager, log, check, room });
    check.demandDone();
    await room.demand(manager);
    return { result, version: await log.write(manager) };
  });
}

/** Months whose partitions are there before they begin: services may be down for weeks. */
const MONTHS_AHEAD = 2;

function makeAhead(connection: Connection, now: Date): Promise<void> {
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, index) => monthAfter(monthOf(now), index));
  return connection.transaction((manager) => makePartitions(manager, months));
}

/** Records of a month that nobody expected, such as late ones, get their partition when they come. */
async function storeRecords(connection: Connection, lines: Buffer): Promise<StoredRecords> {
  const store = (): Promise<StoredRecords> => connection.transaction((manager) => storeAuditRecords(manager, lines));
  try {
    return await store();
  } catch (error) {
    if (!isPartitionMissing(error)) throw error;
    const records = lines.toString().trimEnd().split('\n');
    const months = records.map((line) => monthOf(new Date((JSON.parse(line) as { time: string }).time)));
    await connection.transaction((manager) => makePartitions(manager, months));
    return store();
  }
}

/** The one connection of a transaction. Its errors are reported at once, so that `work` can handle them. */
function within(manager: EntityManager): Access {
  return {
    run: (work) =>
      work(manager).catch((error: unknown) => {
        throw translateError(error);
      }),
  };
}

interface VersionRow {
  readonly current: string;
  readonly version: string | null;
  readonly topics: Topic[] | null;
}

/** Versions read at most. A process that missed more loads everything again, which is cheaper. */
const MAX_READ = 1_000;

const READ_TOPICS = statement<VersionRow>(
  { current: 'bigint', version: 'bigint?', topics: 'text[]?' },
  `SELECT policy_version.version AS current, policy_changes.version, policy_changes.topics
   FROM policy_version LEFT JOIN policy_changes ON policy_changes.version > $1
  ORDER BY policy_changes.version
  LIMIT ${MAX_READ}`,
);

/** One query, so that the version and the rows are of one moment. */
async function readTopics(
  connection: Connection,
  since: number,
): Promise<{ version: number; changes: VersionedTopics[] }> {
  const rows = await READ_TOPICS.rows(connection, [since]);
  const changes = rows.flatMap(({ version, topics }) =>
    version === null || topics === null ? [] : [{ version: Number(version), topics }],
  );
  return { version: Number(rows[0]?.current ?? 0), changes };
}
