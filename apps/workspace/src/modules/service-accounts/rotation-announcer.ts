import type { Actor, CredentialRecord, Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { MOST_GRACE_SECONDS } from '../../credentials/rotate.dto.js';
import { HourlyTask } from '../../services/hourly-task.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

const CLOCK: Actor = { type: 'system', id: null, name: 'rotation' };

/** Lead of an announcement before the rotation is due, in milliseconds. */
const AHEAD_MS = 7 * 86_400_000;

/**
 * Announces the tokens that are to be rotated within a week (docs/contract/authentication.md#virtual-accounts): once
 * for each due time, in the trail of changes and as a warning of the log.
 */
@Injectable()
export class RotationAnnouncer extends HourlyTask {
  /** Rotations that were announced already, by this process or by another. */
  private readonly known = new Map<string, number>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {
    super(services.tasks, 'token_rotation');
  }

  /** Announces whatever is due by a week from then, and not yet dead of old age. */
  async run(now: Date): Promise<void> {
    const after = new Date(now.getTime() - MOST_GRACE_SECONDS * 1000);
    const before = new Date(now.getTime() + AHEAD_MS);
    for (const [id, due] of this.known) if (due < after.getTime()) this.known.delete(id);
    for (const { id: organizationId } of await this.database.organizations.listEveryOne()) {
      if (this.isStopped) return;
      for (const token of await this.database.credentials.listRotationsDue(organizationId, after, before)) {
        if (this.isStopped) return;
        await this.announceOne(token);
      }
    }
  }

  private async announceOne({ id, organizationId, serviceAccountId, rotationDueAt }: CredentialRecord): Promise<void> {
    const due = rotationDueAt?.getTime() ?? 0;
    if (this.known.get(id) === due) return;
    const isNew = await this.database.change(CLOCK, ({ credentials }) =>
      credentials.announceRotation(organizationId, id),
    );
    this.known.set(id, due);
    if (!isNew) return;
    const fields = { organization_id: organizationId, service_account_id: serviceAccountId, credential_id: id };
    this.services.logger.warn({ ...fields, rotation_due_at: rotationDueAt }, 'a token must be rotated');
  }
}
