import { GatewayError } from '@multilane/errors';
import type { Change, CredentialRecord, Database, Page, SessionRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { chooseOpenSessions } from '../auth/own-sessions.service.js';
import { demandOwner, demandUser } from './users.service.js';

/** Lists and revokes the personal access tokens and sessions of others. Those of an owner are revoked by owners alone (403). */
@Injectable()
export class UserAccessService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  async listTokens(
    { organizationId }: Requester,
    userId: string,
    { limit, cursor, workspace_id: workspaceId }: ListQuery,
  ): Promise<Page<CredentialRecord>> {
    demandUser(await this.database.users.find(organizationId, userId));
    const filters = { kind: 'pat', userId, workspaceId } as const;
    return this.database.credentials.listPage(organizationId, { limit, cursor, filters });
  }

  removeTokens(requester: Requester, userId: string): Promise<void> {
    return this.revoke(requester, userId, ({ credentials }) =>
      credentials.removePats(requester.organizationId, userId),
    );
  }

  removeToken(requester: Requester, userId: string, tokenId: string): Promise<void> {
    const { organizationId } = requester;
    return this.revoke(requester, userId, async ({ credentials }) => {
      const token = await credentials.find(organizationId, tokenId);
      if (token?.kind !== 'pat' || token.userId !== userId) throw noSuch('token');
      await credentials.remove(organizationId, tokenId);
    });
  }

  async listSessions(
    { organizationId }: Requester,
    userId: string,
    { limit, cursor }: ListQuery,
  ): Promise<Page<SessionRecord>> {
    demandUser(await this.database.users.find(organizationId, userId));
    const open = chooseOpenSessions(userId, this.services.config);
    return this.database.sessions.listOpen(organizationId, open, { limit, cursor });
  }

  endSessions(requester: Requester, userId: string): Promise<void> {
    return this.revoke(requester, userId, ({ users }) => users.endSessions(requester.organizationId, userId));
  }

  /** Fails with 403 for the own one, and with 404 for a person without one. */
  async resetSecondFactor(requester: Requester, userId: string): Promise<void> {
    const { actor, organizationId } = requester;
    if (userId.toLowerCase() === requester.userId) {
      throw new GatewayError('permission_denied', {
        message: 'You cannot reset your own second factor. Remove it with a code under /auth/second-factor/remove.',
      });
    }
    await this.database.change(actor, async ({ secondFactors, users }) => {
      const user = demandUser(await users.find(organizationId, userId));
      if (user.secondFactorSince === null) throw noSuch('second factor', '');
      await secondFactors.remove(organizationId, user.id, 'reset_second_factor');
      await users.endSessions(organizationId, user.id);
    });
  }

  endSession(requester: Requester, userId: string, sessionId: string): Promise<void> {
    const { organizationId } = requester;
    return this.revoke(requester, userId, async ({ sessions }) => {
      const session = await sessions.find(organizationId, sessionId);
      if (session?.userId !== userId) throw noSuch('session');
      await sessions.remove(organizationId, sessionId);
    });
  }

  private async revoke(requester: Requester, userId: string, work: (change: Change) => Promise<void>): Promise<void> {
    const { actor, organizationId } = requester;
    await this.database.change(actor, async (change) => {
      demandOwner(requester, demandUser(await change.users.find(organizationId, userId)));
      await work(change);
    });
  }
}

function noSuch(noun: string, which = ' with this id'): GatewayError {
  return new GatewayError('not_found', { message: `This person has no ${noun}${which}.` });
}
