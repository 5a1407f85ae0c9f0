import { GatewayError } from '@multilane/errors';
import type { BudgetHolderFilters, Database, Page } from '@multilane/persistence';
import { accountOf, type HeldBudget, readBudgets } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import { chooseReadableWorkspaces } from '../../access/choose-readable-workspaces.js';
import type { Requester } from '../../access/requester.js';
import { isDeclaredId } from '../../declared/declared-keys.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import { listWithDeclared } from '../../lists/list-with-declared.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { ListBudgetsQuery } from './dto/list-budgets.query.js';
import type { BudgetHolder, ShownBudget } from './shown-budget.js';
import { findUnpricedModels } from './unpriced-models.js';

const READ = 'gateway.budgets.read';

/** Rows of a list of states, and of a query for them. */
const MOST_STATES = 1_000;
const PAGE = 200;

@Injectable()
export class BudgetsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Lists the budgets of the database, then those of keys in gateway.yaml. Fails with 404 for a workspace out of reach. */
  async list(requester: Requester, query: ListBudgetsQuery): Promise<Page<ShownBudget>> {
    const { organizationId } = requester;
    const filters = await this.filtersOf(requester, query);
    const page = await listWithDeclared<BudgetHolder>(toPageRequest(query), {
      listStored: (asked) => this.database.budgetHolders.listPage(organizationId, { ...asked, filters }),
      listDeclared: () => this.listDeclared(requester, filters),
      positionOf: ({ id, name }) => ({ id, name }),
    });
    return { data: await this.read(organizationId, page.data), nextCursor: page.nextCursor };
  }

  /** Fails with 404 for a budget that the requester may not see, and where the key or team has none. */
  async find(requester: Requester, id: string): Promise<ShownBudget> {
    return this.readOne(requester.organizationId, await this.findHolder(requester, id));
  }

  /**
   * Lists the keys and teams with budgets that the requester may see, with what is spent: at most 1,000. Fails with 404 for a workspace
   * out of reach.
   */
  async listStates(
    requester: Requester,
    workspaceId: string | undefined,
  ): Promise<readonly HeldBudget<BudgetHolder>[]> {
    const { organizationId } = requester;
    const filters = await this.filtersOf(requester, { workspace_id: workspaceId });
    const holders: BudgetHolder[] = [...(await this.listDeclared(requester, filters))];
    let cursor: string | undefined;
    do {
      const page = await this.database.budgetHolders.listPage(organizationId, { limit: PAGE, cursor, filters });
      holders.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && holders.length < MOST_STATES);
    const name = await this.nameOf(organizationId);
    return readBudgets(holders, name, Date.now(), (accounts) => this.database.budgets.listSpending(accounts));
  }

  /**
   * Starts a budget from zero within its period. Fails with 404 as `find` does. Earlier spending is in the audit trail, and stays in the
   * usage.
   */
  async reset(requester: Requester, id: string): Promise<ShownBudget> {
    const { actor, organizationId } = requester;
    const holder = await this.findHolder(requester, id);
    const account = accountOf(holder, await this.nameOf(organizationId), Date.now());
    await this.database.change(actor, async ({ budgets, note }) => {
      const spent = await budgets.reset(account);
      const target = { targetType: 'budget', targetId: id, targetName: holder.name };
      note({ organizationId, action: 'budget.reset', ...target, before: { spent }, after: { spent: 0 } });
    });
    return this.readOne(organizationId, holder);
  }

  private async findHolder(requester: Requester, id: string): Promise<BudgetHolder> {
    const filters = await this.filtersOf(requester, {});
    const holder = isDeclaredId(id)
      ? (await this.listDeclared(requester, filters)).find((declared) => declared.id === id)
      : await this.database.budgetHolders.find(requester.organizationId, id, filters);
    if (holder === undefined) throw new GatewayError('not_found', { message: 'The budget does not exist.' });
    return holder;
  }

  /** Keys of gateway.yaml are bound to no workspace: who sees those of some workspaces only sees none of them. */
  private async listDeclared(
    { organizationId }: Requester,
    { scope, teamId, workspaceIds }: BudgetHolderFilters,
  ): Promise<readonly BudgetHolder[]> {
    if (scope === 'team' || workspaceIds !== undefined) return [];
    const keys = await this.services.declaredKeys.list(organizationId);
    return keys
      .filter((key) => key.budgetUsd > 0 && (teamId === undefined || key.teamId === teamId))
      .map((key) => ({
        id: key.id,
        scope: 'api_key',
        name: key.name,
        limit: key.budgetUsd,
        period: key.budgetResetPeriod,
        teamId: key.teamId,
        workspaceId: null,
        source: 'config',
        declaredIn: key.teamName,
      }));
  }

  private async read(organizationId: string, holders: readonly BudgetHolder[]): Promise<ShownBudget[]> {
    if (holders.length === 0) return [];
    const { followed, prices } = this.services;
    const { settings } = followed;
    const name = await this.nameOf(organizationId);
    const [states, unpriced] = await Promise.all([
      readBudgets(holders, name, Date.now(), (accounts) => this.database.budgets.listSpending(accounts)),
      findUnpricedModels(organizationId, holders, { database: this.database, prices, settings }),
    ]);
    return states.map((state) => ({
      ...state,
      unpriced: settings.budgets.unpriced,
      unpricedModels: unpriced.get(state.holder.id) ?? [],
    }));
  }

  private async readOne(organizationId: string, holder: BudgetHolder): Promise<ShownBudget> {
    const [state] = await this.read(organizationId, [holder]);
    if (state === undefined) throw new Error('each holder has a state');
    return state;
  }

  /** Name of the organization, which keys of gateway.yaml are counted under. */
  private async nameOf(organizationId: string): Promise<string> {
    return (await this.database.organizations.find(organizationId))?.name ?? '';
  }

  /**
   * Chooses the budgets that a requester may see: a key its own team's and those of its keys; people those of the keys of their workspaces
   * and of the teams that they count for there; the permission over the organization gives every one.
   */
  private async filtersOf(
    requester: Requester,
    { scope, team_id: teamId, workspace_id: asked }: Partial<ListBudgetsQuery>,
  ): Promise<BudgetHolderFilters> {
    const { caller, ownTeamId } = requester;
    if (ownTeamId !== undefined) {
      if (asked !== undefined && asked !== caller.workspaceId) throw noSuchWorkspace();
      const bound = caller.workspaceId === undefined ? undefined : [caller.workspaceId];
      if (teamId !== undefined && teamId !== ownTeamId) return NOTHING;
      // The role of a key that is bound to a workspace counts there alone, and not over the whole of its team.
      return { scope, teamId: ownTeamId, teamIds: bound === undefined ? [ownTeamId] : [], workspaceIds: bound };
    }
    const places = await chooseReadableWorkspaces(requester, READ, asked, this.database.workspaces);
    if (places === undefined) return { scope, teamId };
    // A team belongs to no workspace: a query for one workspace returns its keys.
    if (typeof places === 'string') return { scope, teamId, teamIds: [], workspaceIds: [places] };
    const counted = (caller.memberships ?? []).filter(({ workspaceId }) => places.includes(workspaceId));
    const teamIds = counted.flatMap((membership) => membership.teamId ?? []);
    return { scope, teamId, teamIds, workspaceIds: places };
  }
}

const NOTHING: BudgetHolderFilters = { teamIds: [], workspaceIds: [] };

function noSuchWorkspace(): GatewayError {
  return new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
}
