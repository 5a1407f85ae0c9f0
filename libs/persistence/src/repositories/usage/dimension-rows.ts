import type { EntityManager } from 'typeorm';
import { SCOPE_TEAM } from '../../migrations/usage-dimension-scopes/usage-dimension-scopes-tables.js';
import { TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import type { AuditScope } from '../../records/audit.js';
import type { UsageDimension } from '../../records/usage/usage-dimension.js';
import type { ImportedChoice } from '../../records/usage/usage-import.js';
import { readRows } from '../../statements/statement.js';
import { Conditions } from '../rows/conditions.js';

/** Requests of one dimension that are asked for. */
export interface DimensionScope extends AuditScope {
  readonly dimension: UsageDimension;
  /** The id of a team, or the name of one that has none. */
  readonly team?: string | undefined;
}

export interface DimensionUsageRequest extends DimensionScope {
  /** Only usage of this value. */
  readonly value?: string | undefined;
  /** The first day, `2026-11-21`, in UTC. */
  readonly fromDay: string;
  /** The last day, included. */
  readonly toDay: string;
  readonly isByDay: boolean;
  readonly limit: number;
  /** Rows to leave out at the beginning. */
  readonly offset: number;
  /** Role of imported usage. Left out: none, as statements need it. */
  readonly imported?: ImportedChoice | undefined;
}

/** A workspace and a team of it that have requests. */
export interface ScopePlace {
  readonly workspaceId: string | null;
  readonly team: string;
}

/** Rows of one dimension, as what follows FROM: each has `value`, `at` and the sums, and the columns of the conditions. */
export interface DimensionRows {
  readonly conditions: Conditions;
  /** The same for rows of some values. */
  readonly ofValues: (values: readonly string[] | undefined) => Conditions;
  /** Conditions of everybody's rows. */
  readonly everywhere: Conditions;
  readonly months: string;
  readonly days: string;
  /** Sums of all values together by day, possibly in several rows. */
  readonly allOfDays: string;
  readonly queued: string;
  /** Workspaces and teams that are asked for. Undefined: all. */
  readonly places: readonly ScopePlace[] | undefined;
}

const totals = (part: number): string => `(SELECT * FROM usage_dimension_totals WHERE part = ${part}) AS totals`;
const scopes = (part: number): string =>
  `(SELECT *, team AS of_team FROM usage_dimension_scopes WHERE part = ${part}) AS scopes`;
const ofDays = (table: string): string => `(SELECT *, day AS at, ${SCOPE_TEAM} AS of_team FROM ${table}) AS days`;

const QUEUED = ofDays('usage_dimension_queue');
const EVERYWHERE = {
  months: totals(TOTALS_PARTS.month),
  days: totals(TOTALS_PARTS.day),
  allOfDays: totals(TOTALS_PARTS.allOfDay),
  queued: QUEUED,
};
const IN_SCOPE = {
  months: scopes(TOTALS_PARTS.month),
  days: ofDays('usage_dimensions'),
  allOfDays: scopes(TOTALS_PARTS.allOfDay),
  queued: QUEUED,
};

/** Columns of one dimension of an organization, as conditions. */
export function conditionsOf(organizationId: string, dimension: UsageDimension): Conditions {
  return new Conditions()
    .add('organization_id = ?', organizationId)
    .add('kind = ?', dimension.kind)
    .add('name = ?', dimension.kind === 'tag' ? dimension.name : '');
}

/** Finds the rows of some days in a scope. Those of everybody have sums without workspaces and teams. */
export async function findRows(
  manager: EntityManager,
  organizationId: string,
  { dimension, team, teamId, workspaceIds }: DimensionScope,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<DimensionRows> {
  const everywhere = conditionsOf(organizationId, dimension);
  if (team === undefined && teamId === undefined && workspaceIds === undefined) {
    const ofValues = (values: readonly string[] | undefined) => addValues(everywhere.copy(), values);
    return { ...EVERYWHERE, conditions: everywhere, ofValues, everywhere, places: undefined };
  }
  const asked = everywhere.copy().add('of_team = ?', teamId).add('of_team = ?', team);
  const within = asked.copy().add('workspace_id = ANY(?::uuid[])', workspaceIds);
  const places = await listPlaces(manager, within, fromDay, toDay);
  // The indexes begin with the workspace.
  const ids = workspaceIds ?? [...new Set(places.flatMap((place) => place.workspaceId ?? []))];
  const orNone = workspaceIds === undefined && places.some((place) => place.workspaceId === null);
  const inWorkspaces = `(workspace_id = ANY(?::uuid[])${orNone ? ' OR workspace_id IS NULL' : ''})`;
  const conditions = asked.copy().add(inWorkspaces, ids);
  // Of few values, rows of other workspaces are passed by: a search for each value in each of many workspaces would take longer.
  const passing = asked.copy().add(`${inWorkspaces} IS TRUE`, ids);
  const ofValues = (values: readonly string[] | undefined) => {
    const isSearched = (values?.length ?? 0) * ids.length <= MOST_SEARCHES;
    return addValues((values === undefined || isSearched ? conditions : passing).copy(), values);
  };
  return { ...IN_SCOPE, conditions, ofValues, everywhere, places };
}

/** Searches of an index for the rows of values in workspaces, of one table at most. */
const MOST_SEARCHES = 4_000;

const addValues = (conditions: Conditions, values: readonly string[] | undefined): Conditions =>
  conditions.add('value = ANY(?::text[])', values);

/** Lists the workspaces and teams that have requests on some days, those that are queued included. */
function listPlaces(
  manager: EntityManager,
  conditions: Conditions,
  fromDay: string,
  toDay: string,
): Promise<ScopePlace[]> {
  const own = conditions.copy().add('at >= ?', fromDay).add('at <= ?', toDay);
  return readRows<ScopePlace>(
    manager,
    { workspaceId: 'uuid?', team: 'text' },
    `SELECT workspace_id AS "workspaceId", of_team AS team FROM ${IN_SCOPE.allOfDays} WHERE ${own.text}
     UNION SELECT workspace_id, of_team FROM ${QUEUED} WHERE ${own.text}`,
    own.values,
  );
}
