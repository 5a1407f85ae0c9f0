import { In, Raw } from 'typeorm';
import type { Access } from '../../connection/connection.js';
import { MembershipEntity } from '../../entities/people.entity.js';
import { TeamEntity } from '../../entities/team.entity.js';
import { TeamMemberEntity } from '../../entities/team-member.entity.js';
import { InviteEntity } from '../../entities/token.entity.js';
import { newId } from '../../ids/new-id.js';
import type { Source } from '../../records/organization.js';
import type { Page, PageRequest } from '../../records/page.js';
import type { TeamMemberRecord, TeamRecord } from '../../records/team.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { PolicyRepository } from '../policies.js';
import { RateLimitPolicyRepository } from '../rate-limit-policies.js';
import { lockTenant } from '../rows/lock-tenant.js';
import { TenantTable, whereOf } from '../tenant-table.js';
import { applyScimMappings, loseTeam } from './apply-scim-mappings.js';
import { disableOwnedKeys } from './end-access.js';

export interface TeamFilters {
  readonly name?: string | undefined;
  readonly source?: Source | undefined;
  readonly scimExternalId?: string | undefined;
}

/** Fields of a team that may be set; those left out of a new one are unlimited. */
export type TeamChanges = Partial<Omit<TeamRecord, 'id' | 'organizationId' | 'revision' | 'createdAt' | 'updatedAt'>>;
export type NewTeam = TeamChanges & { readonly name: string };

export class TeamQueries {
  protected readonly table: TenantTable<TeamEntity, TeamRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, TeamEntity, (row): TeamRecord => ({ ...row }), {
      name: 'name',
      sorted: {
        rpm_limit: { sql: 'row.rpmLimit', type: 'bigint' },
        tpm_limit: { sql: 'row.tpmLimit', type: 'bigint' },
        token_budget_monthly: { sql: 'row.tokenBudgetMonthly', type: 'bigint' },
      },
    });
  }

  find(organizationId: string, id: string): Promise<TeamRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  findByName(organizationId: string, name: string): Promise<TeamRecord | undefined> {
    return this.table.findBy(organizationId, { name });
  }

  /** By its name, in upper or lower case: there is one at most. */
  findByNameInAnyCase(organizationId: string, name: string): Promise<TeamRecord | undefined> {
    const isSame = Raw((column) => `lower(${column}) = lower(:name)`, { name });
    return this.table.findBy(organizationId, { name: isSame });
  }

  listPage(organizationId: string, page: PageRequest<TeamFilters>): Promise<Page<TeamRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** Oldest first. */
  listAll(organizationId: string, filters: TeamFilters = {}): Promise<readonly TeamRecord[]> {
    return this.table.listAll(organizationId, filters);
  }

  listByIds(organizationId: string, ids: readonly string[]): Promise<readonly TeamRecord[]> {
    return this.table.listAll(organizationId, { id: ids });
  }

  /** Those at these places of the list, oldest first. */
  listRange(organizationId: string, offset: number, limit: number): Promise<readonly TeamRecord[]> {
    return this.table.listRange(organizationId, offset, limit);
  }

  count(organizationId: string): Promise<number> {
    return this.table.count(organizationId);
  }

  /** The places in teams of a person, or of a team's people; of any of several where a list is given. */
  listMembers(
    organizationId: string,
    filters: {
      readonly teamId?: string | readonly string[] | undefined;
      readonly userId?: string | readonly string[] | undefined;
    },
  ): Promise<readonly TeamMemberRecord[]> {
    return this.access.run(async (manager) => {
      const where = whereOf(manager, TeamMemberEntity, { ...filters, organizationId });
      if (!where) return [];
      const rows = await manager.find(TeamMemberEntity, { where, order: { teamId: 'ASC', userId: 'ASC' } });
      return rows.map((row) => ({ ...row }));
    });
  }
}

export class TeamRepository extends TeamQueries {
  private readonly changing: AuditedTable<TeamEntity, TeamRecord>;
  private readonly rateLimitPolicies: RateLimitPolicyRepository;
  private readonly policies: PolicyRepository;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.rateLimitPolicies = new RateLimitPolicyRepository(access, scope);
    this.policies = new PolicyRepository(access, scope, undefined);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'team',
      nameOf: ({ name }) => name,
      topicsOf: ({ organizationId }, verb) =>
        verb === 'create' || verb === 'update' ? ['snapshot'] : ['snapshot', `organization:${organizationId}`],
    });
  }

  /** @throws ConflictError for a name that exists already. */
  create(organizationId: string, team: NewTeam): Promise<TeamRecord> {
    return this.changing.insert({ ...mutable(team), id: newId(), organizationId, name: team.name });
  }

  /** Policies that name the team continue doing so under a new name. @throws NotFoundError, ConflictError */
  async update(organizationId: string, id: string, changes: TeamChanges): Promise<TeamRecord> {
    const { name } = changes;
    if (name === undefined) return this.changing.update(organizationId, id, changes);
    const before = await this.changing.lock(organizationId, id);
    if (name !== before.name) await this.policies.renameTeam(organizationId, before.name, name);
    return this.changing.update(organizationId, id, changes);
  }

  /**
   * Removes a team with the policies that are for it alone, its mappings and what they gave. Memberships that were
   * attributed to it have lost their team.
   *
   * @throws NotFoundError; ConflictError `credential` while keys exist.
   */
  async remove(organizationId: string, id: string): Promise<TeamRecord> {
    const { name } = await this.lock(organizationId, id);
    const { manager } = this.scope;
    await this.rateLimitPolicies.removeOf(organizationId, { teamId: id });
    await this.policies.renameTeam(organizationId, name, undefined);
    const lost = { teamId: null, teamRemovedAt: new Date() };
    await manager.update(InviteEntity, { organizationId, teamId: id }, lost);
    const members = await manager.findBy(TeamMemberEntity, { organizationId, teamId: id });
    const attributed = await manager.findBy(MembershipEntity, { organizationId, manualTeamId: id });
    const userIds = [...new Set([...members, ...attributed].map(({ userId }) => userId))];
    await manager.delete(TeamMemberEntity, { organizationId, teamId: id });
    await this.leave(organizationId, id, userIds);
    return this.changing.remove(organizationId, id);
  }

  /** Does nothing for a person who is in the team already. @throws NotFoundError, UnknownReferenceError */
  async addMember(organizationId: string, teamId: string, userId: string): Promise<void> {
    const team = await this.lock(organizationId, teamId);
    const { manager } = this.scope;
    if (await manager.existsBy(TeamMemberEntity, { teamId, userId })) return;
    await manager.insert(TeamMemberEntity, { organizationId, teamId, userId });
    await this.reportMember(team, userId, 'add_member');
    await applyScimMappings(this.scope, organizationId, [userId]);
  }

  /**
   * Removes a person from the team, which the person's work in workspaces counts for no longer. Does nothing for a
   * person who is not in the team.
   *
   * @throws NotFoundError
   */
  async removeMember(organizationId: string, teamId: string, userId: string): Promise<void> {
    const team = await this.lock(organizationId, teamId);
    const { affected } = await this.scope.manager.delete(TeamMemberEntity, { organizationId, teamId, userId });
    if (!affected) return;
    await this.reportMember(team, userId, 'remove_member');
    await this.leave(organizationId, teamId, [userId]);
  }

  private async leave(organizationId: string, teamId: string, userIds: readonly string[]): Promise<void> {
    await loseTeam(this.scope, organizationId, teamId, userIds);
    await disableOwnedKeys(this.scope, organizationId, { teamId, userIds });
    await applyScimMappings(this.scope, organizationId, userIds);
  }

  /**
   * A team, which stays as found until the end of the change. The tenant is locked first, as it is for people, so that no
   * two changes wait for each other.
   *
   * @throws NotFoundError
   */
  async lock(organizationId: string, id: string): Promise<TeamRecord> {
    await lockTenant(this.scope.manager, organizationId);
    return { ...(await this.changing.lock(organizationId, id)) };
  }

  /**
   * Adds and removes many people at once, as one change in the audit trail. Does nothing for who is in the team
   * already, or is not.
   *
   * @throws NotFoundError; UnknownReferenceError `user_id`
   */
  async changeMembers(
    organizationId: string,
    teamId: string,
    { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<void> {
    const team = await this.lock(organizationId, teamId);
    const { manager, log } = this.scope;
    const present = new Set((await manager.findBy(TeamMemberEntity, { teamId })).map(({ userId }) => userId));
    const added = [...new Set(add)].filter((userId) => !present.has(userId));
    const removed = [...new Set(remove)].filter((userId) => present.has(userId));
    if (added.length + removed.length === 0) return;
    for (const userIds of inParts(removed)) {
      await manager.delete(TeamMemberEntity, { organizationId, teamId, userId: In([...userIds]) });
    }
    for (const userIds of inParts(added)) {
      await manager.insert(
        TeamMemberEntity,
        userIds.map((userId) => ({ organizationId, teamId, userId })),
      );
    }
    await manager.increment(TeamEntity, { id: teamId }, 'revision', 1);
    const entry = { organizationId, action: 'team.change_members', targetType: 'team', targetId: teamId };
    const topics = [...added, ...removed].map((userId) => `user:${userId}` as const);
    log.record({ ...entry, targetName: team.name, before: { removed }, after: { added } }, ...topics);
    await loseTeam(this.scope, organizationId, teamId, removed);
    await disableOwnedKeys(this.scope, organizationId, { teamId, userIds: removed });
    await applyScimMappings(this.scope, organizationId, [...removed, ...added]);
  }

  private async reportMember(team: TeamRecord, userId: string, verb: string): Promise<void> {
    await this.scope.manager.increment(TeamEntity, { id: team.id }, 'revision', 1);
    const { organizationId, id: targetId, name: targetName } = team;
    const member = { userId };
    this.scope.log.record(
      {
        organizationId,
        action: `team.${verb}`,
        targetType: 'team',
        targetId,
        targetName,
        before: verb === 'remove_member' ? member : null,
        after: verb === 'add_member' ? member : null,
      },
      `user:${userId}`,
    );
  }
}

const mutable = ({ allowedModels, ...team }: NewTeam): Partial<TeamEntity> => ({
  ...team,
  allowedModels: allowedModels ? [...allowedModels] : null,
});

/** A statement takes 65,535 parameters at most, and a row has three. */
const PART = 5_000;

function* inParts(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += PART) yield ids.slice(start, start + PART);
}
