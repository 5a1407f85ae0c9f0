import { GatewayError } from '@multilane/errors';
import type { Change, CredentialRecord, Database, Page, TeamRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { newSecret } from '../../credentials/new-secret.js';
import type { RotateDto } from '../../credentials/rotate.dto.js';
import { parseTime } from '../../fields/is-time.js';
import { invalidField } from '../../http/invalid-field.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { demandRotation, demandWithinOwn } from './demand-within-own.js';
import type { KeyListQuery } from './dto/key-list.query.js';
import type { CreateKeyDto, UpdateKeyDto } from './dto/write-key.dto.js';
import { findTeam } from './find-team.js';
import { KeyLister } from './key-lister.js';
import { readLimits } from './read-limits.js';
import type { ShownKey } from './shown-key.js';

const MANAGE = 'gateway.keys.manage';

/** A key, and the plaintext that is shown only this once. */
export interface IssuedKey {
  readonly shown: ShownKey;
  readonly token: string;
}

@Injectable()
export class KeysService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(KeyLister) private readonly lister: KeyLister,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Fails with 403 for another team than a key's own, and 400 for what names nothing. */
  async create(requester: Requester, dto: CreateKeyDto): Promise<IssuedKey> {
    const { actor, organizationId } = requester;
    const limits = readLimits(dto);
    const expiresAt = dto.expires_at === undefined ? undefined : parseTime(dto.expires_at);
    const { token, hash, hint } = newSecret('apiKey');
    const key = await this.database.change(actor, async (change) => {
      const team = await chooseTeam(change, requester, dto);
      demandWithinOwn(requester, { expiresAt: expiresAt ?? null });
      await checkReferences(change, organizationId, team, dto);
      return change.credentials.create(organizationId, {
        ...limits,
        kind: 'api_key',
        hash,
        hint,
        name: dto.name,
        role: dto.role,
        teamId: team.id,
        workspaceId: dto.workspace_id,
        userId: dto.user_id,
        expiresAt,
        createdBy: actor.name,
      });
    });
    return { shown: await this.showStored(organizationId, key), token };
  }

  list(requester: Requester, query: KeyListQuery): Promise<Page<ShownKey>> {
    return this.lister.list(requester, query);
  }

  /** Fails with 404 for a key of another tenant, team or workspace than the requester sees. */
  async find(requester: Requester, id: string): Promise<ShownKey> {
    const { organizationId } = requester;
    const declared = await this.services.declaredKeys.find(organizationId, id);
    const [ofFile] = declared ? await this.lister.showDeclared(organizationId, [declared]) : [];
    const shown = ofFile ?? (await this.findStored(organizationId, id));
    const { teamId = null, workspaceId = null } = shown?.key ?? {};
    const place = { teamId: teamId ?? undefined, workspaceId: workspaceId ?? undefined };
    if (shown === undefined || !requester.can('gateway.keys.read', place)) throw noSuchKey();
    return shown;
  }

  update(requester: Requester, id: string, dto: UpdateKeyDto): Promise<ShownKey> {
    const { name, role, expires_at: expiry } = dto;
    const expiresAt = typeof expiry === 'string' ? parseTime(expiry) : expiry;
    const changes = { ...readLimits(dto), name, role, expiresAt };
    return this.change(
      requester,
      id,
      ({ credentials }) => credentials.update(requester.organizationId, id, changes),
      () => demandWithinOwn(requester, { id, expiresAt }),
    );
  }

  async remove(requester: Requester, id: string): Promise<void> {
    await this.change(requester, id, ({ credentials }) => credentials.remove(requester.organizationId, id));
  }

  async rotate(requester: Requester, id: string, { grace_seconds: graceSeconds = 0 }: RotateDto): Promise<IssuedKey> {
    const { token, hash, hint } = newSecret('apiKey');
    const shown = await this.change(
      requester,
      id,
      ({ credentials }) => credentials.rotate(requester.organizationId, id, { hash, hint, graceSeconds }),
      (key) => demandRotation(requester, key),
    );
    return { shown, token };
  }

  disable(requester: Requester, id: string): Promise<ShownKey> {
    return this.change(requester, id, ({ credentials }) => credentials.setDisabled(requester.organizationId, id, true));
  }

  /** Fails with 409 for a key whose owner has left the team or is not active. */
  enable(requester: Requester, id: string): Promise<ShownKey> {
    const { organizationId } = requester;
    return this.change(
      requester,
      id,
      async (change) => {
        const key = await change.credentials.find(organizationId, id);
        if (key?.userId && key.teamId && !(await isOwnedByMember(change, organizationId, key.teamId, key.userId))) {
          throw new GatewayError('conflict', {
            message: 'The owner of the key is no longer an active member of its team. Create a new key.',
          });
        }
        return change.credentials.setDisabled(organizationId, id, false);
      },
      (key) => demandRotation(requester, key),
    );
  }

  /** Changes a key that the requester manages and gateway.yaml does not declare; `demand` may reject it for more reasons. */
  private async change(
    requester: Requester,
    id: string,
    work: (change: Change) => Promise<CredentialRecord>,
    demand: (key: ShownKey['key']) => void = () => undefined,
  ): Promise<ShownKey> {
    const shown = await this.find(requester, id);
    const { key } = shown;
    if (shown.source === 'config') throw new GatewayError('declared_in_config');
    requester.demand(MANAGE, { teamId: key.teamId ?? undefined, workspaceId: key.workspaceId ?? undefined });
    demand(key);
    const changed = await this.database.change(requester.actor, work);
    return { ...shown, key: changed };
  }

  private async findStored(organizationId: string, id: string): Promise<ShownKey | undefined> {
    const key = await this.database.credentials.find(organizationId, id);
    if (key?.kind !== 'api_key') return undefined;
    return this.showStored(organizationId, key);
  }

  private async showStored(organizationId: string, key: CredentialRecord): Promise<ShownKey> {
    const [shown] = await this.lister.show(organizationId, [key]);
    if (shown === undefined) throw new Error('A key that was read is shown.');
    return shown;
  }
}

/**
 * The team of a new key, which the requester may give keys to: asked before anything is said of what exists, so that a
 * key learns nothing of other teams.
 */
async function chooseTeam({ teams }: Change, requester: Requester, dto: CreateKeyDto): Promise<TeamRecord> {
  const { organizationId, ownTeamId } = requester;
  const { team: current, team_id: earlier, workspace_id: workspaceId } = dto;
  if (current !== undefined && earlier !== undefined) {
    throw invalidField('team_id', 'is another form of `team`; give one of them.');
  }
  const named = current ?? earlier;
  if (named === undefined) throw invalidField('team', 'is required.');
  const team = await findTeam(teams, organizationId, named);
  const isOwn = ownTeamId === undefined || ownTeamId === team?.id;
  if (!isOwn) throw new GatewayError('permission_denied', { message: 'A key can only create keys of its own team.' });
  requester.demand(MANAGE, { teamId: team?.id, workspaceId });
  if (team === undefined) throw invalidField(current === undefined ? 'team_id' : 'team', 'names no team.');
  return team;
}

/**
 * The workspace is one of the organization, and the owner a person of the team
 * (docs/contract/authentication.md#api-keys).
 */
async function checkReferences(
  change: Change,
  organizationId: string,
  team: TeamRecord,
  { workspace_id: workspaceId, user_id: userId }: CreateKeyDto,
): Promise<void> {
  if (workspaceId !== undefined && !(await change.workspaces.find(organizationId, workspaceId))) {
    throw invalidField('workspace_id', 'names no workspace.');
  }
  if (userId === undefined) return;
  if (await isOwnedByMember(change, organizationId, team.id, userId)) return;
  throw invalidField('user_id', 'must be a person of the same team.');
}

/** True if somebody is an active person of a team. The team is locked, so that nobody leaves it before the change is over. */
async function isOwnedByMember(
  { teams, users }: Change,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<boolean> {
  await teams.lock(organizationId, teamId);
  const [membership] = await teams.listMembers(organizationId, { teamId, userId });
  const person = membership && (await users.find(organizationId, userId));
  return person?.active ?? false;
}

function noSuchKey(): GatewayError {
  return new GatewayError('not_found', { message: 'The key does not exist.' });
}
