import { GatewayError } from '@multilane/errors';
import type { CredentialFilters, CredentialRecord, Database, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import type { DeclaredKey } from '../../declared/declared-keys.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import { listWithDeclared } from '../../lists/list-with-declared.js';
import { readNames } from '../../lists/read-names.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { KeyListQuery } from './dto/key-list.query.js';
import { findTeam } from './find-team.js';
import { type ShownKey, showDeclared } from './shown-key.js';

const READ = 'gateway.keys.read';

/** Lists the keys that somebody may see: those of the database, then those of gateway.yaml. */
@Injectable()
export class KeyLister {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  async list(requester: Requester, query: KeyListQuery): Promise<Page<ShownKey>> {
    const { organizationId } = requester;
    const filters = await this.filtersOf(requester, query);
    if (filters === undefined) return { data: [], nextCursor: null };
    return listWithDeclared<ShownKey>(toPageRequest(query), {
      listStored: async (page) => {
        const { data, nextCursor } = await this.database.credentials.listPage(organizationId, { ...page, filters });
        return { data: await this.show(organizationId, data), nextCursor };
      },
      listDeclared: () => this.listDeclared(requester, filters),
      positionOf: ({ key: { id, name } }) => ({ id, name }),
    });
  }

  /** Keys of the database with the names of their teams, workspaces and owners, and what they spent: one query each, however many. */
  async show(organizationId: string, keys: readonly CredentialRecord[]): Promise<ShownKey[]> {
    const { teams, users, workspaces } = this.database;
    const [ofTeams, ofPeople, ofWorkspaces, spent] = await Promise.all([
      readNames(
        keys,
        ({ teamId }) => teamId,
        (ids) => teams.listByIds(organizationId, ids),
      ),
      readNames(
        keys,
        ({ userId }) => userId,
        (id) => users.listAll(organizationId, { id }),
      ),
      readNames(
        keys,
        ({ workspaceId }) => workspaceId,
        (id) => workspaces.listAll(organizationId, { id }),
      ),
      this.sumCosts(
        organizationId,
        keys.map(({ id }) => id),
      ),
    ]);
    return keys.map((key) => ({
      source: 'database',
      teamName: ofTeams.get(key.teamId ?? '') ?? '',
      workspaceName: ofWorkspaces.get(key.workspaceId ?? '') ?? null,
      ownerName: ofPeople.get(key.userId ?? '') ?? null,
      spentUsd: spent.get(key.id) ?? 0,
      key,
    }));
  }

  /** Keys of gateway.yaml, whose requests are recorded under their names. */
  async showDeclared(organizationId: string, keys: readonly DeclaredKey[]): Promise<ShownKey[]> {
    const spent = await this.sumCosts(
      organizationId,
      keys.map(({ name }) => name),
    );
    return keys.map((key) => showDeclared(key, spent.get(key.name) ?? 0));
  }

  private sumCosts(organizationId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    return this.database.usage.sumCosts(organizationId, subjects, month);
  }

  private async listDeclared(requester: Requester, filters: CredentialFilters): Promise<readonly ShownKey[]> {
    const { state, teamId, workspaceId, userId } = filters;
    if (workspaceId !== undefined || userId !== undefined || state === 'disabled') return [];
    const { organizationId } = requester;
    const keys = (await this.services.declaredKeys.list(organizationId))
      .filter((key) => teamId === undefined || teamId === key.teamId)
      .filter(({ expiresAt }) => state === undefined || isExpired(expiresAt) === (state === 'expired'))
      .filter((key) => requester.can(READ, { teamId: key.teamId ?? undefined }));
    return this.showDeclared(organizationId, keys);
  }

  /** Chooses the keys that are asked for and may be seen; undefined: none can be both. Fails with 404 for a workspace out of reach. */
  private async filtersOf(requester: Requester, query: KeyListQuery): Promise<CredentialFilters | undefined> {
    const { organizationId, ownTeamId } = requester;
    const { workspace_id: workspaceId, user_id: userId } = query;
    if (workspaceId !== undefined) await this.demandWorkspace(requester, workspaceId);
    const teamId = query.team === undefined ? ownTeamId : await this.teamIdOf(organizationId, query.team);
    if (query.team !== undefined && teamId === undefined) return undefined;
    if (ownTeamId !== undefined && teamId !== ownTeamId) return undefined;
    return {
      kind: 'api_key',
      state: query.state,
      teamId,
      userId,
      workspaceId: workspaceId ?? reachedWorkspaces(requester),
    };
  }

  private async demandWorkspace(requester: Requester, workspaceId: string): Promise<void> {
    const { organizationId, ownTeamId: teamId } = requester;
    const isReached = requester.can(READ, { workspaceId, teamId });
    if (isReached && (await this.database.workspaces.find(organizationId, workspaceId))) return;
    throw new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
  }

  private async teamIdOf(organizationId: string, team: string): Promise<string | undefined> {
    return (await findTeam(this.database.teams, organizationId, team))?.id;
  }
}

function isExpired(expiresAt: Date | null): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}

/** The workspaces whose keys the requester may see; undefined: those of every one, and team-scoped ones too. */
function reachedWorkspaces(requester: Requester): string | readonly string[] | undefined {
  const { caller, ownTeamId } = requester;
  if (ownTeamId !== undefined) return caller.workspaceId;
  if (requester.can(READ)) return undefined;
  const ids = [caller.workspaceId, ...(caller.memberships ?? []).map((membership) => membership.workspaceId)];
  return [...new Set(ids)].filter((id) => id !== undefined && requester.can(READ, { workspaceId: id })) as string[];
}
