import type { Columns } from '@multilane/sql';
import { PROVIDER_KIND, REQUEST_KIND } from '../../audit/request-kind.js';
import type { Access } from '../../connection/connection.js';
import {
  columnOf,
  decodeCursor,
  decodePosition,
  encodeCursor,
  encodePosition,
  type ListPosition,
} from '../../ids/cursor.js';
import { isId, timeOfId } from '../../ids/new-id.js';
import type { AuditFilters, AuditRow } from '../../records/audit.js';
import type { ListOrder, Page, PageRequest } from '../../records/page.js';
import { putTogether } from '../../statements/statement.js';
import { Conditions } from '../rows/conditions.js';
import {
  comparedPositionSql,
  comparedSql,
  demandPosition,
  positionSql,
  type SortedColumn,
} from '../rows/sorted-column.js';

/** Every column but the organization's, which whoever asks is in, by its name in the record. */
const COLUMNS: { readonly [Name in keyof AuditRow]: readonly [sql: string, type: Columns<AuditRow>[Name]] } = {
  id: ['id', 'uuid'],
  time: ['time', 'timestamptz'],
  requestId: ['request_id', 'text'],
  endpoint: ['endpoint', 'text'],
  method: ['method', 'text'],
  kind: [REQUEST_KIND, 'text'],
  status: ['status', 'smallint?'],
  outcome: ['outcome', 'text'],
  errorCode: ['error_code', 'text?'],
  workspaceId: ['workspace_id', 'uuid?'],
  workspace: ['workspace', 'text?'],
  teamId: ['team_id', 'uuid?'],
  team: ['team', 'text?'],
  userId: ['user_id', 'uuid?'],
  serviceAccountId: ['service_account_id', 'uuid?'],
  credentialType: ['credential_type', 'text?'],
  credentialId: ['credential_id', 'uuid?'],
  credentialName: ['credential_name', 'text?'],
  keyRole: ['key_role', 'text?'],
  model: ['model', 'text?'],
  logicalName: ['logical_name', 'text?'],
  provider: ['provider', 'text?'],
  providerKind: [PROVIDER_KIND, 'text?'],
  upstreamModel: ['upstream_model', 'text?'],
  streamed: ['streamed', 'boolean'],
  durationMs: ['duration_ms', 'float8'],
  timeToFirstByteMs: ['time_to_first_byte_ms', 'float8?'],
  promptTokens: ['prompt_tokens::float8', 'float8?'],
  completionTokens: ['completion_tokens::float8', 'float8?'],
  totalTokens: ['total_tokens::float8', 'float8?'],
  cachedTokens: ['cached_tokens::float8', 'float8?'],
  reasoningTokens: ['reasoning_tokens::float8', 'float8?'],
  usageSource: ['usage_source', 'text'],
  attempts: ['attempts', 'integer'],
  cache: ['cache', 'text?'],
  costUsd: ['cost_usd::float8', 'float8?'],
  priceVersion: ['price_version', 'text?'],
  clientAddress: ['client_address', 'text?'],
  images: ['images::float8', 'float8?'],
  characters: ['characters::float8', 'float8?'],
  audioSeconds: ['audio_seconds', 'float8?'],
  charges: ['charges', 'jsonb?'],
  tags: ['tags', 'jsonb?'],
  customer: ['customer', 'text?'],
  client: ['client', 'text?'],
  clientVersion: ['client_version', 'text?'],
  session: ['session', 'text?'],
  details: ['details', 'jsonb?'],
};

const SELECTED = Object.entries(COLUMNS)
  .map(([name, [column]]) => `${column} AS "${name}"`)
  .join(', ');
const TYPES = Object.fromEntries(Object.entries(COLUMNS).map(([name, [, type]]) => [name, type]));

/** The records of requests, as one tenant sees them. They are written by `storeAuditRecords` alone. */
export class AuditQueries {
  constructor(private readonly access: Access) {}

  /**
   * Newest first, unless another order is asked for: each page is found in an index, and no page costs more than another. An id holds its time, so that only
   * the partitions that matter are read.
   *
   * @throws InvalidCursorError
   */
  async listPage(
    organizationId: string,
    { limit, cursor, order = '-time', filters = {} }: PageRequest<AuditFilters>,
  ): Promise<Page<AuditRow>> {
    const conditions = conditionsOf(organizationId, filters);
    if (conditions === undefined) return { data: [], nextCursor: null };
    const column = SORTED[columnOf(order)];
    if (cursor !== undefined) addCursor(conditions, order, column, cursor);
    const read = await this.query(conditions, limit + 1, order);
    const rows = read.slice(0, limit);
    const last = rows.at(-1);
    const end = last && { id: last.id, name: last.position ?? '' };
    const nextCursor = read.length > limit && end ? encodeAuditCursor(order, end) : null;
    return { data: rows.map(({ position: _, ...row }) => row), nextCursor };
  }

  /** A record by its id. An id of another tenant, or a text that is no id, finds nothing. */
  async find(organizationId: string, id: string): Promise<AuditRow | undefined> {
    if (!isId(id)) return undefined;
    const conditions = new Conditions()
      .add('organization_id = ?', organizationId)
      .add('time = ?', timestampOf(id))
      .add('id = ?', id);
    const [found] = await this.query(conditions, 1, '-time');
    if (found === undefined) return undefined;
    const { position: _, ...row } = found;
    return row;
  }

  private query(conditions: Conditions, limit: number, order: ListOrder): Promise<PlacedRow[]> {
    const sql = `${selectRequests(order)} WHERE ${conditions.text} ${orderRequests(order)} LIMIT ${limit}`;
    const types = SORTED[columnOf(order)] === undefined ? TYPES : { ...TYPES, position: 'text' as const };
    return putTogether<PlacedRow>(types, sql).rows(this.access, conditions.values);
  }
}

/** A row with the text that a cursor holds of it. */
interface PlacedRow extends AuditRow {
  readonly position?: string;
}

/** Columns that requests can be in the order of, beside their time. */
const SORTED: Readonly<Record<string, SortedColumn>> = {
  duration_ms: { sql: 'duration_ms', type: 'float8' },
  cost_usd: { sql: 'coalesce(cost_usd, 0)', type: 'numeric' },
};

function selectRequests(order: ListOrder): string {
  const column = SORTED[columnOf(order)];
  return `SELECT ${SELECTED}${column === undefined ? '' : `, ${positionSql(column)} AS position`} FROM audit_records`;
}

/** Equals are in the order of their times. */
function orderRequests(order: ListOrder): string {
  const column = SORTED[columnOf(order)];
  const direction = order.startsWith('-') ? 'DESC' : 'ASC';
  const columns = [...(column === undefined ? [] : [comparedSql(column)]), 'time', 'id'];
  return `ORDER BY ${columns.map((sql) => `${sql} ${direction}`).join(', ')}`;
}

function encodeAuditCursor(order: ListOrder, end: ListPosition): string {
  return order === '-time' ? encodeCursor(end.id) : encodePosition(order, end);
}

/** Documents are embedded by jobs. */
const QUERIES_OF = `(details ->> 'kb_id' = ?::text OR details @> jsonb_build_object('kb_ids', jsonb_build_array(?::text)))
  AND details -> 'job_id' IS NULL`;

/** Few requests are marked: they are found by their keys, and not by a look at each record. */
const RATED = `(time, id) IN (SELECT marked.time, marked.id FROM request_annotations marked
  WHERE marked.organization_id = audit_records.organization_id AND marked.rating = ANY(?))`;

/** Conditions in the form of the table's indexes; undefined when no row can meet them. */
function conditionsOf(organizationId: string, filters: AuditFilters): Conditions | undefined {
  const { workspaceIds, teamId, userId } = filters;
  if (workspaceIds?.length === 0 || (userId !== undefined && !isId(userId))) return undefined;
  return (
    new Conditions()
      .add('organization_id = ?', organizationId)
      .add('workspace_id = ?', workspaceIds?.length === 1 ? workspaceIds[0] : undefined)
      .add('workspace_id = ANY(?)', workspaceIds && workspaceIds.length > 1 ? workspaceIds : undefined)
      .add('coalesce(team_id::text, team) = ?', teamId)
      .add('coalesce(team_id::text, team) = ?', filters.team)
      .add('coalesce(credential_id::text, credential_name) = ?', filters.credential)
      .add('user_id = ?', userId)
      .add('coalesce(logical_name, model) = ?', filters.model)
      .add('provider = ?', filters.provider)
      .add('endpoint = ?', filters.endpoint)
      .add('endpoint <> ALL(?)', filters.excludedEndpoints)
      // No other endpoint has calls of tools of servers, and an index has the endpoint.
      .add('endpoint = ?', isOfMcp(filters) ? 'mcp' : undefined)
      .add(`${REQUEST_KIND} = ?`, filters.kind)
      .add(isUnsuccessful(filters.status) ? "status = ? AND outcome <> 'success'" : 'status = ?', filters.status)
      .add(filters.outcome === 'success' ? 'outcome = ?' : "outcome = ? AND outcome <> 'success'", filters.outcome)
      .add('error_code = ?', filters.errorCode)
      .add('duration_ms >= ?', filters.minDurationMs)
      .add('duration_ms <= ?', filters.maxDurationMs)
      .add('coalesce(cost_usd, 0) >= ?', filters.minCostUsd)
      .add('coalesce(cost_usd, 0) <= ?', filters.maxCostUsd)
      .add('request_id = ?', filters.requestId)
      .add('request_id = ANY(?)', filters.requestIds)
      .add('tags @> ?::jsonb', filters.tags && JSON.stringify(filters.tags))
      .add('customer = ?', filters.customer)
      .add('client = ?', filters.client)
      .add('session = ?', filters.session)
      .add(RATED, filters.ratings)
      .add(QUERIES_OF, filters.queriesOf)
      .add("details -> 'mcp' ->> 'server' = ?", filters.mcpServer)
      .add("details -> 'mcp' ->> 'tool' = ?", filters.mcpTool)
      .add("details -> 'mcp' ->> 'decision' = ?", filters.mcpDecision)
      .add('time >= ?', filters.from?.toISOString())
      .add('time < ?', filters.to?.toISOString())
  );
}

function isOfMcp({ mcpDecision, mcpServer, mcpTool }: AuditFilters): boolean {
  return mcpServer !== undefined || mcpTool !== undefined || mcpDecision !== undefined;
}

/** A success is answered with a status below 400, so that the smaller index holds all of the others. */
function isUnsuccessful(status: number | undefined): boolean {
  return status !== undefined && status >= 400;
}

/** No record is later. Of a later year, the database does not know how JavaScript writes it. */
const LAST_TIME = Date.UTC(9999, 11, 31);

/** The time in an id, which anybody can make up, as the database reads it. */
function timestampOf(id: string): string {
  return new Date(Math.min(timeOfId(id).getTime(), LAST_TIME)).toISOString();
}

/** @throws InvalidCursorError */
function addCursor(conditions: Conditions, order: ListOrder, column: SortedColumn | undefined, cursor: string): void {
  const { id, name } = order === '-time' ? { id: decodeCursor(cursor), name: '' } : decodePosition(order, cursor);
  const time = conditions.parameter(timestampOf(id));
  const isAfter = order.startsWith('-') ? '<' : '>';
  if (column === undefined) {
    conditions.add(
      `time ${isAfter}= ${time}::timestamptz AND (time, id) ${isAfter} (${time}::timestamptz, ?::uuid)`,
      id,
    );
    return;
  }
  demandPosition(column, name);
  const value = comparedPositionSql(column, conditions.parameter(name));
  conditions.add(`(${comparedSql(column)}, time, id) ${isAfter} (${value}, ${time}::timestamptz, ?::uuid)`, id);
}
