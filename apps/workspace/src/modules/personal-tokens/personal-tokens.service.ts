import { GatewayError } from '@multilane/errors';
import type { Change, CredentialPolicy, CredentialRecord, Database, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { chooseWorkspace } from '../../access/choose-workspace.js';
import type { Requester } from '../../access/requester.js';
import { newSecret } from '../../credentials/new-secret.js';
import { parseTime } from '../../fields/is-time.js';
import { invalidField } from '../../http/invalid-field.js';
import { type NamedListQuery, toPageRequest } from '../../lists/list-query.dto.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { AuthThrottles } from '../auth/auth-throttles.js';
import type { CreatePersonalTokenDto, RotatePersonalTokenDto } from './dto/write-personal-token.dto.js';

/** A token, and the plaintext that is shown only this once. */
export interface IssuedPersonalToken {
  readonly record: CredentialRecord;
  readonly token: string;
}

const A_DAY_MS = 86_400_000;

@Injectable()
export class PersonalTokensService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(AuthThrottles) private readonly throttles: AuthThrottles,
  ) {}

  /** Fails with 409 once the person has as many usable tokens as the organization's credential policy allows. */
  async create(requester: Requester, dto: CreatePersonalTokenDto): Promise<IssuedPersonalToken> {
    const { actor, organizationId, userId } = requester;
    await this.throttles.takeIssue(userId);
    const workspaceId = await this.chooseWorkspace(requester, dto.workspace_id);
    const { token, hash, hint } = newSecret('personalAccessToken');
    const record = await this.database.change(actor, async ({ credentials, organizations, memberships, users }) => {
      const policy = await organizations.lock(organizationId);
      const expiresAt = readExpiry(dto.expires_at, policy);
      if ((await credentials.countUsablePats(organizationId, userId, new Date())) >= policy.maxPatsPerUser) {
        throw new GatewayError('conflict', {
          message: `You have ${policy.maxPatsPerUser} tokens, the maximum that the organization allows. Delete one first.`,
        });
      }
      await demandReach({ memberships, users }, { organizationId, userId, workspaceId });
      return credentials.create(organizationId, {
        kind: 'pat',
        hash,
        hint,
        name: dto.name,
        userId,
        workspaceId,
        expiresAt,
        createdBy: actor.name,
      });
    });
    return { record, token };
  }

  list({ organizationId, userId }: Requester, query: NamedListQuery): Promise<Page<CredentialRecord>> {
    const filters = { kind: 'pat', userId, workspaceId: query.workspace_id } as const;
    return this.database.credentials.listPage(organizationId, { ...toPageRequest(query), filters });
  }

  async remove(requester: Requester, id: string): Promise<void> {
    const { actor, organizationId } = requester;
    await this.findOwn(requester, id);
    await this.database.change(actor, ({ credentials }) => credentials.remove(organizationId, id));
  }

  /** Fails with 409 for a token that has expired: it makes room for a new one. */
  async rotate(requester: Requester, id: string, dto: RotatePersonalTokenDto): Promise<IssuedPersonalToken> {
    const { actor, organizationId, userId } = requester;
    await this.throttles.takeIssue(userId);
    const { expiresAt: before } = await this.findOwn(requester, id);
    if (before !== null && before.getTime() <= Date.now()) {
      throw new GatewayError('conflict', { message: 'The token has expired. Create a new one.' });
    }
    const { expires_at: asked, grace_seconds: graceSeconds = 0 } = dto;
    const { token, hash, hint } = newSecret('personalAccessToken');
    const record = await this.database.change(actor, async ({ credentials, organizations }) => {
      const policy = await organizations.lock(organizationId);
      const expiresAt = asked === undefined ? undefined : readExpiry(asked, policy);
      return credentials.rotate(organizationId, id, { hash, hint, graceSeconds, changes: { expiresAt } });
    });
    return { record, token };
  }

  private async findOwn({ organizationId, userId }: Requester, id: string): Promise<CredentialRecord> {
    const found = await this.database.credentials.find(organizationId, id);
    if (found?.kind === 'pat' && found.userId === userId) return found;
    throw new GatewayError('not_found', { message: 'The token does not exist.' });
  }

  /** A workspace that the person reaches: the named one, or the only one. */
  private async chooseWorkspace(requester: Requester, asked: string | undefined): Promise<string> {
    const { caller, organizationId } = requester;
    const finder = this.services.workspaceFinder;
    if (asked === undefined) return chooseWorkspace(caller, 'workspace.read', undefined, finder);
    const isReached = requester.can('workspace.read', { workspaceId: asked });
    if (isReached && (await finder.has(organizationId, asked))) return asked;
    throw invalidField('workspace_id', 'names no workspace that you reach.');
  }
}

/** The person may have lost the workspace since the request was let in. The person's row is locked by now. */
async function demandReach(
  { memberships, users }: Pick<Change, 'memberships' | 'users'>,
  { organizationId, userId, workspaceId }: { organizationId: string; userId: string; workspaceId: string },
): Promise<void> {
  const person = await users.find(organizationId, userId);
  if (person !== undefined && person.role !== 'org_member') return;
  if ((await memberships.list(organizationId, { userId, workspaceId })).length > 0) return;
  throw invalidField('workspace_id', 'names no workspace that you reach.');
}

/** Fails with 400 for a time that is past, or beyond the lifetime that the policy allows from now on. */
function readExpiry(text: string, { maxPatLifetimeDays: days }: CredentialPolicy): Date {
  const expiresAt = parseTime(text);
  const ahead = expiresAt.getTime() - Date.now();
  if (ahead <= 0) throw invalidField('expires_at', 'must be in the future.');
  if (ahead > days * A_DAY_MS)
    throw invalidField('expires_at', `must be within ${days} days: the organization says so.`);
  return expiresAt;
}
