import type { Columns } from '@multilane/sql';
import type { Access } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';
import type { BudgetHolderRecord } from '../records/budget-holder.js';
import type { Page, PageRequest } from '../records/page.js';
import { readRows } from '../statements/statement.js';
import { clausesOf, type ListColumns, orderedPageOf } from './rows/ordered-page.js';

export interface BudgetHolderFilters {
  readonly scope?: BudgetHolderRecord['scope'] | undefined;
  /** A team, and the keys of it. */
  readonly teamId?: string | undefined;
  /** Teams to list; undefined: every one. */
  readonly teamIds?: readonly string[] | undefined;
  /** Workspaces of the keys to list; undefined: every key. */
  readonly workspaceIds?: readonly string[] | undefined;
}

/** API keys and teams that have a budget, as the database has them. */
const HOLDERS = `
  SELECT id, 'api_key' AS scope, name, budget_usd AS "limit", budget_reset_period AS period, team_id, workspace_id, 'database' AS source
    FROM credentials WHERE organization_id = $1 AND kind = 'api_key' AND budget_usd > 0
   UNION ALL
  SELECT id, 'team', name, token_budget_monthly, 'monthly', id, NULL::uuid, source
    FROM teams WHERE organization_id = $1 AND token_budget_monthly > 0`;

const CONDITIONS = `
     ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR scope = $3) AND ($4::uuid IS NULL OR team_id = $4)
     AND CASE scope WHEN 'team' THEN $5::uuid[] IS NULL OR id = ANY ($5)
                    ELSE $6::uuid[] IS NULL OR workspace_id = ANY ($6) END`;

const COLUMNS: ListColumns = { id: 'id', name: 'name', searched: ['name'] };

interface Row {
  readonly id: string;
  readonly scope: BudgetHolderRecord['scope'];
  readonly name: string;
  readonly limit: number;
  readonly period: BudgetHolderRecord['period'];
  readonly team_id: string | null;
  readonly workspace_id: string | null;
  readonly source: BudgetHolderRecord['source'];
}

const TYPES: Columns<Row> = {
  id: 'uuid',
  scope: 'text',
  name: 'text',
  limit: 'float8',
  period: 'text',
  team_id: 'uuid?',
  workspace_id: 'uuid?',
  source: 'text',
};

/** Owners of budgets: rows of two tables, as one list. */
export class BudgetHolderQueries {
  constructor(private readonly access: Access) {}

  /** Newest first, unless another order is asked for. @throws InvalidCursorError */
  async listPage(
    organizationId: string,
    { filters = {}, ...page }: PageRequest<BudgetHolderFilters>,
  ): Promise<Page<BudgetHolderRecord>> {
    return orderedPageOf(await this.query(organizationId, null, filters, page), page, ({ id, name }) => ({ id, name }));
  }

  /** By the id of the key or team. A text that is no id finds nothing. */
  async find(
    organizationId: string,
    id: string,
    filters: BudgetHolderFilters = {},
  ): Promise<BudgetHolderRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await this.query(organizationId, id, filters, { limit: 1 });
    return row;
  }

  private async query(
    organizationId: string,
    id: string | null,
    { scope, teamId, teamIds, workspaceIds }: BudgetHolderFilters,
    page: PageRequest,
  ): Promise<BudgetHolderRecord[]> {
    const parameters: unknown[] = [organizationId, id, scope, teamId, teamIds, workspaceIds];
    const { conditions, order, values } = clausesOf(page, COLUMNS);
    const numbered = conditions.map((condition) =>
      condition.replace(/:(position_id|position_name|search)\b/g, (_text, name: keyof typeof values) => {
        return `$${parameters.push(values[name])}`;
      }),
    );
    const sql = `SELECT * FROM (${HOLDERS}) AS holders WHERE ${[CONDITIONS, ...numbered].join(' AND ')}
      ORDER BY ${order.map(({ by, direction }) => `${by} ${direction}`).join(', ')} LIMIT ${page.limit + 1}`;
    const rows = await readRows<Row>(
      this.access,
      TYPES,
      sql,
      parameters.map((parameter) => parameter ?? null),
    );
    return rows.map(({ team_id: ofTeam, workspace_id: workspaceId, limit: amount, ...row }) => ({
      ...row,
      limit: Number(amount),
      teamId: ofTeam,
      workspaceId,
    }));
  }
}
