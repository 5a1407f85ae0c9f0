import type { SettingsAtStart } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import type { Database, Page, PageRequest, SessionRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

const A_MINUTE_MS = 60_000;

/** Chooses the open sessions of a person: neither ended nor idle for too long. */
export function chooseOpenSessions(
  userId: string,
  { auth }: Pick<SettingsAtStart<'workspace'>, 'auth'>,
): { readonly userId: string; readonly now: Date; readonly idleSince: Date } {
  const now = new Date();
  const idleMs = auth.console.session_idle_minutes * A_MINUTE_MS;
  return { userId, now, idleSince: new Date(now.getTime() - idleMs) };
}

/** Lists and ends a person's own console sessions. */
@Injectable()
export class OwnSessionsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  list({ organizationId, userId }: Requester, page: PageRequest): Promise<Page<SessionRecord>> {
    return this.database.sessions.listOpen(organizationId, chooseOpenSessions(userId, this.services.config), page);
  }

  /** Ends one, which may be the one in use. Fails with 404 for a session of somebody else. */
  async end({ actor, organizationId, userId }: Requester, id: string): Promise<void> {
    await this.database.change(actor, async ({ sessions }) => {
      const session = await sessions.find(organizationId, id);
      if (session?.userId !== userId)
        throw new GatewayError('not_found', { message: 'You have no session with this id.' });
      await sessions.remove(organizationId, id);
    });
  }

  /** Ends all but the one in use. */
  async endOthers({ actor, caller, organizationId, userId }: Requester): Promise<void> {
    const { credentialId } = caller;
    await this.database.change(actor, ({ users }) => users.endSessions(organizationId, userId, credentialId));
  }
}
