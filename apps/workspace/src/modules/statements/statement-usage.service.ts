import { type Database, ReadTooLargeError, type StatementBook, type StatementUsage } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../services/workspace-services.js';
import { readMonth } from '../usage/read-month.js';

/** Lines of a month at most. More would take more memory than a statement is worth. */
export const MOST_LINES = 100_000;

/** Usage of a month by the subjects of statements, from the sums of days: a late request counts in the month of its arrival. */
@Injectable()
export class StatementUsageService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * Fails with ReadTooLargeError for more lines than a statement may have.
   *
   * @param teams Ids of teams, or names of those without one. Left out, those of all
   */
  async read(
    organizationId: string,
    book: StatementBook,
    month: string,
    teams?: readonly string[],
  ): Promise<readonly StatementUsage[]> {
    const { firstDay: fromDay, lastDay: toDay } = readMonth(month, new Date());
    const page = { fromDay, toDay, limit: MOST_LINES + 1, offset: 0 };
    const { kind, name } = book;
    if (teams !== undefined) return this.readTeams(organizationId, teams, page);
    const found =
      kind === 'workspace' || kind === 'team'
        ? await this.readPlain(organizationId, kind, page)
        : await this.readOwn(organizationId, kind === 'tag' ? { kind, name } : { kind }, page);
    if (found.length > MOST_LINES) throw new ReadTooLargeError(undefined);
    return found;
  }

  private async readPlain(organizationId: string, kind: 'workspace' | 'team', page: Page): Promise<StatementUsage[]> {
    const rows = await this.database.usage.list(organizationId, { ...page, groups: [kind, 'model'] });
    const names = kind === 'workspace' ? await this.nameWorkspaces(organizationId, rows) : new Map<string, string>();
    return rows.map((row) => {
      const subject = (kind === 'team' ? (row.teamId ?? row.team) : row.workspaceId) ?? '';
      const subjectName = (kind === 'team' ? row.team : names.get(subject)) ?? subject;
      return { subject, subjectName, model: row.model ?? '', ...sumsOf(row) };
    });
  }

  private async readTeams(organizationId: string, teams: readonly string[], page: Page): Promise<StatementUsage[]> {
    const found: StatementUsage[] = [];
    for (const team of teams) {
      found.push(...(await this.readPlain(organizationId, 'team', { ...page, team })));
      if (found.length > MOST_LINES) throw new ReadTooLargeError(undefined);
    }
    return found.sort((one, other) => other.costUsd - one.costUsd);
  }

  /** Sums by customer or tag do not distinguish models. */
  private async readOwn(organizationId: string, dimension: Dimension, page: Page): Promise<StatementUsage[]> {
    const rows = await this.database.usageDimensions.list(organizationId, { ...page, dimension, isByDay: false });
    return rows.map((row) => ({ subject: row.value, subjectName: row.value, model: null, ...sumsOf(row) }));
  }

  /** Names of the workspaces that there still are. */
  private async nameWorkspaces(
    organizationId: string,
    rows: readonly { readonly workspaceId: string | null }[],
  ): Promise<Map<string, string>> {
    const ids = [...new Set(rows.flatMap(({ workspaceId }) => workspaceId ?? []))];
    const names = new Map<string, string>();
    for (const id of ids) {
      const workspace = await this.database.workspaces.find(organizationId, id);
      if (workspace !== undefined) names.set(id, workspace.name);
    }
    return names;
  }
}

interface Page {
  readonly team?: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly limit: number;
  readonly offset: number;
}

type Dimension = { readonly kind: 'customer' } | { readonly kind: 'tag'; readonly name: string };

type Sums = Pick<StatementUsage, 'requests' | 'promptTokens' | 'completionTokens' | 'cachedTokens' | 'costUsd'>;

const sumsOf = ({ cachedTokens, completionTokens, costUsd, promptTokens, requests }: Sums): Sums => ({
  requests,
  promptTokens,
  completionTokens,
  cachedTokens,
  costUsd,
});
