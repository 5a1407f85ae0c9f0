import type { Access } from '../connection/connection.js';
import { AlertRuleEntity } from '../entities/alert.entity.js';
import { newId } from '../ids/new-id.js';
import type { AlertPlace, AlertRuleRecord } from '../records/alert.js';
import type { Page, PageRequest } from '../records/page.js';
import { command, statement } from '../statements/statement.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable } from './tenant-table.js';

/** Places whose rules or channels are listed; undefined: every one. */
export interface AlertFilters {
  readonly workspaceId?: string | null | readonly (string | null)[] | undefined;
  readonly teamId?: string | undefined;
}

export type NewAlertRule = Omit<AlertPlace, 'organizationId'> &
  Pick<AlertRuleRecord, 'name' | 'kind' | 'settings' | 'channelIds' | 'enabled'> &
  Partial<Pick<AlertRuleRecord, 'source'>>;

export type AlertRuleChanges = Partial<Pick<AlertRuleRecord, 'name' | 'settings' | 'channelIds' | 'enabled'>>;

const TAKE_TURN = command("SELECT pg_advisory_xact_lock(hashtextextended('alerts:' || $1, 0))");
const FIND_USER = statement(
  { name: 'text' },
  `SELECT name FROM alert_rules WHERE organization_id = $1 AND channel_ids @> $2::jsonb ORDER BY id LIMIT 1`,
);

export class AlertRuleQueries {
  protected readonly table: TenantTable<AlertRuleEntity, AlertRuleRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, AlertRuleEntity, (row): AlertRuleRecord => ({ ...row }), { name: 'name' });
  }

  find(organizationId: string, id: string): Promise<AlertRuleRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<AlertFilters>): Promise<Page<AlertRuleRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** Lists the rules of gateway.yaml. */
  listDeclared(organizationId: string): Promise<readonly AlertRuleRecord[]> {
    return this.table.listAll(organizationId, { source: 'config' });
  }

  count(organizationId: string, filters: AlertFilters): Promise<number> {
    return this.table.count(organizationId, filters);
  }

  /** Finds the name of a rule that sends to a channel. */
  async findUser(organizationId: string, channelId: string): Promise<string | undefined> {
    const [row] = await FIND_USER.rows(this.table.access, [organizationId, JSON.stringify([channelId])]);
    return row?.name;
  }
}

export class AlertRuleRepository extends AlertRuleQueries {
  private readonly changing: AuditedTable<AlertRuleEntity, AlertRuleRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'alert_rule',
      nameOf: ({ name }) => name,
      topicsOf: () => [],
    });
  }

  /** Makes other changes of the number of the organization's rules and channels wait for the end of this one. */
  async lockAll(organizationId: string): Promise<void> {
    await TAKE_TURN.run(this.scope.manager, [organizationId]);
  }

  create(organizationId: string, values: NewAlertRule): Promise<AlertRuleRecord> {
    return this.changing.insert({ ...values, id: newId(), organizationId, problem: null } as never);
  }

  /** @throws NotFoundError */
  update(organizationId: string, id: string, changes: AlertRuleChanges): Promise<AlertRuleRecord> {
    return this.changing.update(organizationId, id, changes);
  }

  /** Its alerts go with it. @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<AlertRuleRecord> {
    return this.changing.remove(organizationId, id);
  }
}
