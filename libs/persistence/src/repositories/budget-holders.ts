import type { Access } from '../connection/connection.js';
import { decodeCursor, encodeCursor } from '../ids/cursor.js';
import { isId } from '../ids/new-id.js';
import type { BudgetHolderRecord } from '../records/budget-holder.js';
import type { Page, PageRequest } from '../records/page.js';

export interface BudgetHolderFilters {
  readonly scope?: BudgetHolderRecord['scope'] | undefined;
  /** A team, and the keys of it. */
  readonly teamId?: string | undefined;
  /** Of teams only these; undefined: every one. */
  readonly teamIds?: readonly string[] | undefined;
  /** Of keys only those that are bound to these workspaces; undefined: every one. */
  readonly workspaceIds?: readonly string[] | undefined;
}

/** API keys and teams that have a budget, as they stand in the database. */
const HOLDERS = `
  SELECT id, 'api_key' AS scope, name, budget_usd AS "limit", budget_reset_period AS period, team_id, workspace_id, 'database' AS source
    FROM credentials WHERE organization_id = $1 AND kind = 'api_key' AND budget_usd > 0
   UNION ALL
  SELECT id, 'team', name, token_budget_monthly, 'monthly', id, NULL::uuid, source
    FROM teams WHERE organization_id = $1 AND token_budget_monthly > 0`;

const QUERY = `
  SELECT * FROM (${HOLDERS}) AS holders
   WHERE ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR id < $3)
     AND ($4::text IS NULL OR scope = $4) AND ($5::uuid IS NULL OR team_id = $5)
     AND CASE scope WHEN 'team' THEN $6::uuid[] IS NULL OR id = ANY ($6)
                    ELSE $7::uuid[] IS NULL OR workspace_id = ANY ($7) END
   ORDER BY id DESC LIMIT $8`;

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

/** Who has a budget: rows of two tables, as one list. */
export class BudgetHolderQueries {
  constructor(private readonly access: Access) {}

  /** Newest first. @throws InvalidCursorError */
  async listPage(
    organizationId: string,
    { limit, cursor, filters = {} }: PageRequest<BudgetHolderFilters>,
  ): Promise<Page<BudgetHolderRecord>> {
    const before = cursor === undefined ? null : decodeCursor(cursor);
    const rows = await this.query(organizationId, null, before, filters, limit + 1);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
  }

  /** By the id of the key or team. A text that is no id finds nothing. */
  async find(
    organizationId: string,
    id: string,
    filters: BudgetHolderFilters = {},
  ): Promise<BudgetHolderRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await this.query(organizationId, id, null, filters, 1);
    return row;
  }

  private async query(
    organizationId: string,
    id: string | null,
    before: string | null,
    { scope, teamId, teamIds, workspaceIds }: BudgetHolderFilters,
    limit: number,
  ): Promise<BudgetHolderRecord[]> {
    const parameters = [organizationId, id, before, scope, teamId, teamIds, workspaceIds, limit];
    const rows = await this.access.run((manager) =>
      manager.query<Row[]>(
        QUERY,
        parameters.map((parameter) => parameter ?? null),
      ),
    );
    return rows.map(({ team_id: ofTeam, workspace_id: workspaceId, limit: amount, ...row }) => ({
      ...row,
      limit: Number(amount),
      teamId: ofTeam,
      workspaceId,
    }));
  }
}
