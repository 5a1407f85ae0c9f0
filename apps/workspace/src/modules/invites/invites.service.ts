import { hashToken, ORGANIZATION_ROLE_PERMISSIONS, WORKSPACE_ROLE_PERMISSIONS } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Database, InviteRecord, NewInvite, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { toFutureDate } from '../../fields/to-future-date.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { CreateInviteDto, InvitesQuery } from './dto/invites.dto.js';
import { INVITE_VALID_MS, newInviteToken } from './invite-token.js';

const MAX_DAYS = 30;

/** Manages the invitations to an organization. */
@Injectable()
export class InvitesService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * The token is returned once; only its hash is stored. Fails with 409 for somebody who has an account already, and with
   * 403 if only an owner may: inviting an owner.
   */
  async create(
    requester: Requester,
    dto: CreateInviteDto,
  ): Promise<{ readonly token: string; readonly record: InviteRecord }> {
    const { actor, organizationId, userId } = requester;
    const invite = { ...toInvite(dto), invitedBy: userId };
    if (invite.role === 'owner') requester.demand('org.owners.manage');
    requester.demandWithinGrants(ORGANIZATION_ROLE_PERMISSIONS[invite.role]);
    if (invite.workspaceRole) requester.demandWithinGrants(WORKSPACE_ROLE_PERMISSIONS[invite.workspaceRole]);
    const token = newInviteToken();
    const record = await this.database.change(actor, async ({ invites, users, teams }) => {
      if (await users.findByEmail(organizationId, invite.email)) {
        throw new GatewayError('conflict', {
          param: 'email',
          message: 'There is already an account with this `email`.',
        });
      }
      if (dto.team_id !== undefined && !(await teams.find(organizationId, dto.team_id))) throw noSuch('team_id');
      const revoked = await invites.removeOpen(organizationId, invite.email);
      if (revoked.some(({ role }) => role === 'owner')) requester.demand('org.owners.manage');
      return invites.create(organizationId, { ...invite, hash: hashToken(token) });
    });
    return { token, record };
  }

  list({ organizationId }: Requester, { limit, cursor, email }: InvitesQuery): Promise<Page<InviteRecord>> {
    const filters = { email: email?.toLowerCase() };
    return this.database.invites.listPage(organizationId, { limit, cursor, filters });
  }

  /** Fails with 403 if only an owner may: an owner's invitation. */
  async remove(requester: Requester, id: string): Promise<void> {
    const { actor, organizationId } = requester;
    await this.database.change(actor, async ({ invites }) => {
      const { role } = await invites.remove(organizationId, id);
      if (role === 'owner') requester.demand('org.owners.manage');
    });
  }
}

function toInvite(dto: CreateInviteDto): Omit<NewInvite, 'hash'> {
  const { email, role = 'org_member', workspace_id: workspaceId, workspace_role, team_id: teamId, expires_at } = dto;
  if (workspaceId === undefined && workspace_role !== undefined) {
    throw new GatewayError('invalid_value', {
      param: 'workspace_role',
      message: '`workspace_role` requires `workspace_id`.',
    });
  }
  return {
    email,
    role,
    workspaceId: workspaceId ?? null,
    workspaceRole: workspaceId === undefined ? null : (workspace_role ?? 'viewer'),
    teamId: teamId ?? null,
    expiresAt:
      expires_at === undefined
        ? new Date(Date.now() + INVITE_VALID_MS)
        : toFutureDate('expires_at', expires_at, { maxDays: MAX_DAYS }),
  };
}

function noSuch(param: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` names nothing that exists.` });
}
