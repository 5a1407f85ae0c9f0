import { parseBoundedJson } from '@multilane/contracts';
import { SealedStore } from '../background/sealed-store.js';
import type { JsonObject } from '../records/json.js';
import { tenantExportOf } from '../repositories/tenant-exports.js';
import { SecretBoxError } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';
import { LAG_SECONDS, waitingFor } from './export-lag.js';
import { storable, TAKEN, type TakenSink } from './export-work-store.js';
import type { ExportState, TenantExportKind } from './tenant-export.js';

/** Settings of a sink that an organization or a workspace has. */
export interface TenantExportSettings {
  readonly kind: TenantExportKind;
  readonly settings: JsonObject;
  /** Undefined for settings that the encryption key does not open. */
  readonly config: JsonObject | undefined;
}

/** A sink of an organization or a workspace that it is the turn of. */
export interface TakenTurn extends TakenSink, TenantExportSettings {
  readonly organizationId: string;
  /** Turns in a row in which it took nothing. */
  readonly failures: number;
  /** Records in a row that it refused. */
  readonly inRow: number;
  /** True if it was slow in its last turn. */
  readonly isSlow: boolean;
  /** Time from which it was its turn: an edit makes it another. */
  readonly dueAt: string;
}

/** Outcome of a turn. */
export interface EndedTurn {
  readonly state: Exclude<ExportState, 'stopped'>;
  readonly problem: string | null;
  readonly failures: number;
  readonly inRow: number;
  readonly isSlow: boolean;
  /** Seconds until the next turn, unless the settings change before. */
  readonly pauseSeconds: number;
}

/** Limits of what is taken at once. */
export interface TurnLimits {
  readonly most: number;
  /** Organizations that have as many turns at once as they may. */
  readonly busy: readonly string[];
  /** Of them, sinks that were slow. */
  readonly mostSlow: number;
}

/** A test of a sink that somebody asked for. */
export interface TakenTest extends TenantExportSettings {
  readonly id: string;
}

type Sealed<Row extends TenantExportSettings> = Omit<Row, 'config'> & {
  readonly exportId: string;
  readonly sealed: string;
};

const SETTINGS = {
  types: { exportId: 'uuid', kind: 'text', settings: 'jsonb', sealed: 'text' },
  sql: 'exports.id AS "exportId", exports.kind, exports.settings, exports.sealed',
} as const;

/** Seconds after which a test whose process ended is made again. */
const TEST_SECONDS = 60;

const HAS_WORK = command(
  "SELECT 1 FROM export_sinks WHERE export_id IS NOT NULL AND (state <> 'stopped' OR test_asked_at IS NOT NULL) LIMIT 1",
);
const TAKE_TURNS = statement<Sealed<TakenTurn>>(
  {
    ...{
      ...TAKEN.types,
      organizationId: 'uuid',
      failures: 'integer',
      inRow: 'integer',
      isSlow: 'boolean',
      dueAt: 'text',
    },
    ...SETTINGS.types,
  },
  `UPDATE export_sinks AS sinks SET fence = sinks.fence + 1, lease_until = now() + make_interval(secs => $1) FROM exports
    WHERE exports.id = sinks.export_id AND sinks.id IN (
      SELECT id FROM export_sinks WHERE lease_until < now() AND id IN (
        SELECT id FROM (
          SELECT id, is_slow, row_number() OVER (PARTITION BY is_slow ORDER BY due_at) AS place FROM (
            SELECT DISTINCT ON (waiting.organization_id) waiting.id, waiting.is_slow, waiting.due_at
              FROM export_sinks AS waiting JOIN exports AS known ON known.id = waiting.export_id
             WHERE known.enabled AND waiting.state <> 'stopped' AND waiting.lease_until < now() AND waiting.due_at <= now()
               AND (NOT waiting.is_slow OR $3 > 0) AND waiting.organization_id <> ALL ($2::uuid[])
               AND (waiting.planned_position IS NOT NULL OR EXISTS (SELECT FROM ${waitingFor('waiting')}))
             ORDER BY waiting.organization_id, waiting.due_at) AS due) AS placed
         WHERE NOT is_slow OR place <= $3)
       ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
   RETURNING ${TAKEN.sql}, sinks.failures, sinks.in_row AS "inRow", sinks.is_slow AS "isSlow", sinks.due_at::text AS "dueAt", ${SETTINGS.sql}`,
);
const END_TURN = command(
  `UPDATE export_sinks SET lease_until = '-infinity', state = $3, problem = $4, failures = $5, in_row = $6, is_slow = $7,
     due_at = CASE WHEN due_at = $9::timestamptz THEN now() + make_interval(secs => $8) ELSE due_at END,
     halted_at = CASE WHEN $3 IN ('away', 'refused') THEN coalesce(halted_at, now()) END
    WHERE id = $1 AND fence = $2 AND state <> 'stopped'`,
);
const STOP_OVERDUE = command(
  `UPDATE export_sinks AS sinks SET state = 'stopped', halted_at = coalesce(halted_at, now()), problem = $2,
     planned_position = NULL, planned_place = NULL
    WHERE export_id IS NOT NULL AND state <> 'stopped' AND lease_until < now()
      AND (SELECT entries.created_at FROM ${waitingFor('sinks')} ORDER BY entries.position LIMIT 1) < now() - make_interval(days => $1)`,
);
const LAGS = statement<{ readonly kind: string; readonly lagSeconds: number }>(
  { kind: 'text', lagSeconds: 'float8' },
  `SELECT exports.kind, max(${LAG_SECONDS}) AS "lagSeconds"
     FROM export_sinks AS sinks JOIN exports ON exports.id = sinks.export_id
    WHERE sinks.state <> 'stopped' AND exports.enabled GROUP BY exports.kind ORDER BY exports.kind`,
);
const TAKE_TESTS = statement<Sealed<TakenTest>>(
  { id: 'uuid', ...SETTINGS.types },
  `UPDATE export_sinks AS sinks SET test_until = now() + interval '${TEST_SECONDS} seconds' FROM exports
    WHERE exports.id = sinks.export_id AND sinks.id IN (
      SELECT id FROM export_sinks WHERE test_asked_at IS NOT NULL AND test_until < now()
       ORDER BY test_asked_at LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING sinks.id, ${SETTINGS.sql}`,
);
const END_TEST = command(
  "UPDATE export_sinks SET test_asked_at = NULL, test_until = '-infinity', tested_at = now(), test_problem = $2 WHERE id = $1",
);

/**
 * Turns of the sinks that organizations and workspaces have: each is taken when something waits for it, and given back after some batches, so that
 * none holds another (docs/exports.md#organizations-and-workspaces).
 */
export class ExportTurnStore extends SealedStore {
  protected readonly contents = 'sinks of exports';

  /** True if an organization or a workspace has a sink that is not stopped, or asks for a test of one. */
  hasWork(): Promise<boolean> {
    return HAS_WORK.matches(this.access);
  }

  /** Takes sinks that something waits for, one of each organization, the longest due first. */
  async take({ busy, most, mostSlow }: TurnLimits, leaseSeconds: number): Promise<TakenTurn[]> {
    const rows = await TAKE_TURNS.rows(this.access, [leaseSeconds, busy, mostSlow, most]);
    return rows.map((row) => this.open<TakenTurn>(row));
  }

  /** Gives a sink back. Does nothing for one that is another process's by now. */
  async end({ dueAt, fence, id }: Pick<TakenTurn, 'id' | 'fence' | 'dueAt'>, ended: EndedTurn): Promise<void> {
    const { failures, inRow, isSlow, pauseSeconds, problem, state } = ended;
    const said = problem === null ? null : storable(problem);
    await END_TURN.run(this.access, [id, fence, state, said, failures, inRow, isSlow, pauseSeconds, dueAt]);
  }

  /** Stops sinks for which a record has waited so many days. */
  async stopOverdue(days: number): Promise<void> {
    const problem = `A record waited for ${days} days. Switch the sink on again to begin with the records from then on.`;
    await STOP_OVERDUE.run(this.access, [days, problem]);
  }

  /** The greatest lag of the sinks of each kind. */
  listLags(): Promise<{ readonly kind: string; readonly lagSeconds: number }[]> {
    return LAGS.rows(this.access);
  }

  /** Takes tests that nobody makes. */
  async takeTests(most: number): Promise<TakenTest[]> {
    const rows = await TAKE_TESTS.rows(this.access, [most]);
    return rows.map((row) => this.open<TakenTest>(row));
  }

  /** @param problem Null: the sink accepted the test. */
  async endTest(id: string, problem: string | null): Promise<void> {
    await END_TEST.run(this.access, [id, problem === null ? null : storable(problem)]);
  }

  private open<Row extends TenantExportSettings>({ exportId, sealed, ...row }: Sealed<Row>): Row {
    return { ...row, config: this.tryOpen(exportId, sealed) } as unknown as Row;
  }

  private tryOpen(exportId: string, sealed: string): JsonObject | undefined {
    try {
      return parseBoundedJson(this.boxOrThrow().open(sealed, tenantExportOf(exportId))) as JsonObject;
    } catch (error) {
      // The turn or the test says so.
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }
}
