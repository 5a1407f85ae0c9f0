import type { Columns } from '@multilane/sql';
import type { Access } from '../connection/connection.js';
import { decodeCursor, encodeCursor } from '../ids/cursor.js';
import { isId } from '../ids/new-id.js';
import type { AlertDeliveryRecord, AlertDeliveryStatus, AlertRecord, AlertState } from '../records/alert.js';
import type { Page, PageRequest } from '../records/page.js';
import type { AlertFilters } from '../repositories/alert-rules.js';
import { command, readRows, statement } from '../statements/statement.js';
import { ALERT_COLUMNS, DELIVERIES, DELIVERY_COLUMNS } from './alert-columns.js';

export interface AlertListFilters extends AlertFilters {
  readonly ruleId?: string | undefined;
  readonly state?: AlertState | undefined;
  /** False: those that nobody has acknowledged. */
  readonly isAcknowledged?: boolean | undefined;
}

export interface AlertDeliveryFilters extends AlertFilters {
  readonly ruleId?: string | undefined;
  readonly channelId?: string | undefined;
  readonly status?: AlertDeliveryStatus | undefined;
}

/** A condition and its value; undefined asks for nothing. */
type Clause = readonly [condition: string, value: unknown];

const FIND = statement<AlertRecord>(
  ALERT_COLUMNS.types,
  `SELECT ${ALERT_COLUMNS.sql} FROM alerts WHERE organization_id = $1 AND id = $2`,
);
const FIND_DELIVERY = statement<AlertDeliveryRecord>(
  DELIVERY_COLUMNS.types,
  `SELECT ${DELIVERY_COLUMNS.sql} FROM ${DELIVERIES} WHERE deliveries.organization_id = $1 AND deliveries.id = $2`,
);
const COUNT_TESTS = statement(
  { tests: 'integer' },
  `SELECT count(*)::int AS tests FROM alert_deliveries WHERE channel_id = $1 AND event = 'test' AND created_at > $2`,
);
const ACKNOWLEDGE =
  command(`UPDATE alerts SET acknowledged_at = coalesce(acknowledged_at, now()), acknowledged_by = coalesce(acknowledged_by, $3)
   WHERE organization_id = $1 AND id = $2`);

/** Alerts and their deliveries, newest first. */
export class AlertQueries {
  constructor(private readonly access: Access) {}

  async find(organizationId: string, id: string): Promise<AlertRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
    return row;
  }

  /** @throws InvalidCursorError */
  listPage(organizationId: string, page: PageRequest<AlertListFilters>): Promise<Page<AlertRecord>> {
    const { isAcknowledged, ruleId, state, ...place } = page.filters ?? {};
    const wanted = isAcknowledged === undefined ? undefined : isAcknowledged;
    return this.list<AlertRecord>(ALERT_COLUMNS, 'alerts', 'alerts', organizationId, page, [
      ...placeClauses('alerts', place),
      ['rule_id = $', ruleId],
      ['state = $', state],
      ['(acknowledged_at IS NOT NULL) = $', wanted],
    ]);
  }

  async findDelivery(organizationId: string, id: string): Promise<AlertDeliveryRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND_DELIVERY.rows(this.access, [organizationId, id]);
    return row;
  }

  /** @throws InvalidCursorError */
  listDeliveries(organizationId: string, page: PageRequest<AlertDeliveryFilters>): Promise<Page<AlertDeliveryRecord>> {
    const { channelId, ruleId, status, ...place } = page.filters ?? {};
    return this.list<AlertDeliveryRecord>(DELIVERY_COLUMNS, DELIVERIES, 'deliveries', organizationId, page, [
      ...placeClauses('deliveries', place),
      ['channel_id = $', channelId],
      ['rule_id = $', ruleId],
      ['status = $', status],
    ]);
  }

  /** Tests of a channel since a moment. */
  async countTests(channelId: string, since: Date): Promise<number> {
    const [row] = await COUNT_TESTS.rows(this.access, [channelId, since.toISOString()]);
    return row?.tests ?? 0;
  }

  /** Notes that somebody has seen an alert; the first one stays. False: there is no such alert. */
  async acknowledge(organizationId: string, id: string, by: string): Promise<boolean> {
    return ACKNOWLEDGE.matches(this.access, [organizationId, id, by]);
  }

  private async list<Row extends { readonly id: string }>(
    { sql, types }: { readonly sql: string; readonly types: Columns<Row> },
    from: string,
    table: string,
    organizationId: string,
    { cursor, limit }: PageRequest,
    clauses: readonly Clause[],
  ): Promise<Page<Row>> {
    const values: unknown[] = [organizationId];
    const conditions = clauses.flatMap(([condition, value]) => {
      if (value === undefined) return [];
      return [condition.replace('$', `$${values.push(value)}`)];
    });
    if (cursor !== undefined) conditions.push(`${table}.id < $${values.push(decodeCursor(cursor))}`);
    const all = [`${table}.organization_id = $1`, ...conditions].join(' AND ');
    const text = `SELECT ${sql} FROM ${from} WHERE ${all} ORDER BY ${table}.id DESC LIMIT ${limit + 1}`;
    const rows = await readRows<Row>(this.access, types, text, values);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(last.id) : null };
  }
}

function placeClauses(table: string, { teamId, workspaceId }: AlertFilters): readonly Clause[] {
  const team: Clause = [`${table}.team_id = $`, teamId];
  if (workspaceId === undefined) return [team];
  const ids = Array.isArray(workspaceId) ? workspaceId : [workspaceId];
  const known = ids.filter((id) => id !== null);
  const none = ids.includes(null) ? ` OR ${table}.workspace_id IS NULL` : '';
  return [team, [`(${table}.workspace_id = ANY ($::uuid[])${none})`, known]];
}
