import type { Access } from '../connection/connection.js';
import { ExportEntity } from '../entities/export.entity.js';
import { LAG_SECONDS } from '../exports/export-lag.js';
import type { RejectedRecord } from '../exports/export-work-store.js';
import type { TenantExportProgress, TenantExportRecord } from '../exports/tenant-export.js';
import { newId } from '../ids/new-id.js';
import type { JsonObject } from '../records/json.js';
import type { Page, PageRequest } from '../records/page.js';
import type { Sealer } from '../secrets/sealed-members.js';
import { demandBox } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable } from './tenant-table.js';

/** Places whose sinks are listed; undefined: every one. */
export interface TenantExportFilters {
  readonly workspaceId?: string | null | readonly (string | null)[] | undefined;
}

/** Settings of the kind as they are sealed, and as they are shown. */
export interface SealedConfig {
  readonly secrets: JsonObject;
  readonly config: JsonObject;
  readonly hint: string;
}

export type NewTenantExport = Pick<TenantExportRecord, 'workspaceId' | 'name' | 'kind' | 'settings' | 'enabled'> &
  SealedConfig;

/** Settings of the kind change together: nobody here reads those that are stored. */
export type TenantExportChanges = Partial<Pick<TenantExportRecord, 'name' | 'settings' | 'enabled'>> & {
  readonly sealed?: SealedConfig | undefined;
};

/** Sealing purpose of the settings of a sink. */
export const tenantExportOf = (id: string): string => `export ${id}`;

const toExport = ({ sealed: _sealed, ...row }: ExportEntity): TenantExportRecord => row;

const LOCK = command("SELECT pg_advisory_xact_lock(hashtextextended('exports:' || $1, 0))");
/** A new sink begins with the records that are stored from now on. */
const BEGIN = command(
  `INSERT INTO export_sinks (id, name, export_id, organization_id, workspace_id, position)
   VALUES ($1, 'export:' || $2::uuid, $2, $3, $4, (SELECT coalesce(max(position), 0) + 1 FROM export_entries))`,
);
/** An edit may have mended a sink, and gives it its turn at once. */
const WAKE = command(
  'UPDATE export_sinks SET due_at = now(), failures = 0, in_row = 0, is_slow = false WHERE export_id = $1',
);
/** The records that waited for a sink that was stopped are not sent. */
const BEGIN_AGAIN = command(
  `UPDATE export_sinks SET state = 'new', problem = NULL, halted_at = NULL, fence = fence + 1,
     position = (SELECT coalesce(max(position), 0) + 1 FROM export_entries), place = 0
    WHERE export_id = $1 AND state = 'stopped'`,
);
const PROGRESS = statement<TenantExportProgress>(
  {
    ...{
      exportId: 'uuid',
      state: 'text',
      problem: 'text?',
      haltedAt: 'timestamptz?',
      delivered: 'float8',
      rejected: 'float8',
    },
    ...{ dropped: 'float8', deliveredAt: 'timestamptz?', lagSeconds: 'float8' },
    ...{ testAskedAt: 'timestamptz?', testedAt: 'timestamptz?', testProblem: 'text?' },
  },
  `SELECT export_id AS "exportId", state, problem, halted_at AS "haltedAt", delivered::float8 AS delivered, rejected::float8 AS rejected,
     dropped::float8 AS dropped, delivered_at AS "deliveredAt", ${LAG_SECONDS} AS "lagSeconds",
     test_asked_at AS "testAskedAt", tested_at AS "testedAt", test_problem AS "testProblem"
   FROM export_sinks AS sinks WHERE export_id = ANY ($1::uuid[])`,
);
const ASK_TEST = command(
  `UPDATE export_sinks SET test_asked_at = now() WHERE export_id = $1 AND test_asked_at IS NULL
     AND (tested_at IS NULL OR tested_at < now() - make_interval(secs => $2))`,
);
const LIST_REJECTS = statement<RejectedRecord>(
  { time: 'text', id: 'uuid', reason: 'text' },
  `SELECT to_char(record_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time, record_id AS id, reason
     FROM export_rejects JOIN export_sinks AS sinks ON sinks.id = sink_id
    WHERE sinks.export_id = $1 ORDER BY export_rejects.id DESC LIMIT $2`,
);

/** Sinks of organizations and workspaces, without their secrets: `ExportTurnStore` opens those. */
export class TenantExportQueries {
  protected readonly table: TenantTable<ExportEntity, TenantExportRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, ExportEntity, toExport, { name: 'name' });
  }

  find(organizationId: string, id: string): Promise<TenantExportRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<TenantExportFilters>): Promise<Page<TenantExportRecord>> {
    return this.table.listPage(organizationId, page);
  }

  count(organizationId: string): Promise<number> {
    return this.table.count(organizationId);
  }

  /** How far these sinks are, by their ids. */
  async findProgress(ids: readonly string[]): Promise<ReadonlyMap<string, TenantExportProgress>> {
    const rows = await PROGRESS.rows(this.access, [ids]);
    return new Map(rows.map((row) => [row.exportId, row]));
  }

  /** Asks for a test. False: one waits, or was made within the last seconds. */
  askTest(id: string, pauseSeconds: number): Promise<boolean> {
    return ASK_TEST.matches(this.access, [id, pauseSeconds]);
  }

  /** The newest records that a sink rejected. */
  listRejects(id: string, limit: number): Promise<RejectedRecord[]> {
    return LIST_REJECTS.rows(this.access, [id, limit]);
  }
}

export class TenantExportRepository extends TenantExportQueries {
  private readonly changing: AuditedTable<ExportEntity, TenantExportRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
    private readonly box: Sealer | undefined,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'export',
      nameOf: ({ name }) => name,
      topicsOf: () => [],
    });
  }

  /** Makes other changes of the number of the organization's sinks wait for the end of this one. */
  async lockAll(organizationId: string): Promise<void> {
    await LOCK.run(this.scope.manager, [organizationId]);
  }

  /** @throws ConflictError; SecretBoxError without an encryption key */
  async create(organizationId: string, { secrets, ...values }: NewTenantExport): Promise<TenantExportRecord> {
    const id = newId();
    const created = await this.changing.insert({
      ...values,
      id,
      organizationId,
      sealed: this.seal(id, secrets),
    } as never);
    await BEGIN.run(this.scope.manager, [newId(), id, organizationId, values.workspaceId]);
    return created;
  }

  /**
   * Changes a sink that is locked: `change` gets the row as it is then, so that of two changes at once each keeps what the other wrote.
   *
   * @throws NotFoundError, ConflictError; SecretBoxError without an encryption key
   */
  async update(
    organizationId: string,
    id: string,
    change: (stored: TenantExportRecord) => TenantExportChanges,
  ): Promise<TenantExportRecord> {
    const { sealed, ...changes } = change(toExport(await this.changing.lock(organizationId, id)));
    let updated = await this.changing.update(organizationId, id, {
      ...changes,
      ...(sealed && { config: sealed.config, hint: sealed.hint }),
    });
    if (sealed !== undefined) {
      const hidden = { sealed: this.seal(id, sealed.secrets) };
      updated = await this.changing.updateHidden(organizationId, id, hidden, 'set_config');
    }
    const { manager } = this.scope;
    await WAKE.run(manager, [id]);
    if (changes.enabled) await BEGIN_AGAIN.run(manager, [id]);
    return updated;
  }

  /** Its progress goes with it. @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<TenantExportRecord> {
    return this.changing.remove(organizationId, id);
  }

  private seal(id: string, secrets: JsonObject): string {
    return demandBox(this.box, 'Exports').seal(JSON.stringify(secrets), tenantExportOf(id));
  }
}
