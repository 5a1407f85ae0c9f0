import { GatewayError } from '@multilane/errors';
import { endOfCredential } from '@multilane/identities';
import type { CredentialPolicy, CredentialRecord, Database, Page } from '@multilane/persistence';
import type { Requester } from '../access/requester.js';
import { parseTime } from '../fields/is-time.js';
import { invalidField } from '../http/invalid-field.js';
import type { ListQuery } from '../lists/list-query.dto.js';
import type { CreateAccountTokenDto, RotateAccountTokenDto } from './account-token.dto.js';
import { newSecret } from './new-secret.js';

/** A token, and the plaintext that is shown only this once. */
export interface IssuedAccountToken {
  readonly record: CredentialRecord;
  readonly token: string;
}

/** Owner of tokens: a virtual account of a workspace, or of the organization. */
export type TokenOwner =
  | { readonly serviceAccountId: string; readonly workspaceId: string }
  | { readonly organizationAccountId: string };

const A_DAY_SECONDS = 86_400;

/** The tokens of virtual accounts of either sort. The services that use it check the permissions. */
export class AccountTokens {
  constructor(private readonly database: Database) {}

  /** Fails with 400 for a token without an end, unless the organization's credential policy allows it. */
  async create(requester: Requester, owner: TokenOwner, dto: CreateAccountTokenDto): Promise<IssuedAccountToken> {
    const { actor, organizationId } = requester;
    const { rotate_every_days: rotateEveryDays } = dto;
    const { token, hash, hint } = newSecret('virtualAccountToken');
    const values = {
      kind: 'vat',
      hash,
      hint,
      name: dto.name,
      ...owner,
      expiresAt: readExpiry(dto.expires_at),
      rotateEveryDays,
      rotationDueAt: nextDue(rotateEveryDays),
      graceSeconds: dto.grace_seconds ?? (rotateEveryDays === undefined ? 0 : A_DAY_SECONDS),
      createdBy: actor.name,
    } as const;
    const isEndless = dto.expires_at === undefined && rotateEveryDays === undefined;
    const record = await this.database.change(actor, async ({ credentials, organizations }) => {
      if (isEndless) demandEndless(await organizations.lock(organizationId));
      return credentials.create(organizationId, values);
    });
    return { record, token };
  }

  list(
    { organizationId }: Requester,
    owner: TokenOwner,
    { limit, cursor }: ListQuery,
  ): Promise<Page<CredentialRecord>> {
    const filters = { kind: 'vat', ...ownerFilter(owner) } as const;
    return this.database.credentials.listPage(organizationId, { limit, cursor, filters });
  }

  async remove({ actor, organizationId }: Requester, owner: TokenOwner, id: string): Promise<void> {
    await this.findOf(organizationId, owner, id);
    await this.database.change(actor, ({ credentials }) => credentials.remove(organizationId, id));
  }

  /**
   * A new token, and a new due time if there is a schedule. One that is dead already, because nobody rotated it in
   * time, does not come to life again beside its successor. Fails with 409 where the credential itself has expired and no
   * later end is given.
   */
  async rotate(
    { actor, organizationId }: Requester,
    owner: TokenOwner,
    id: string,
    { grace_seconds: asked, expires_at: end }: RotateAccountTokenDto,
  ): Promise<IssuedAccountToken> {
    const expiresAt = readExpiry(end);
    const { token, hash, hint } = newSecret('virtualAccountToken');
    const record = await this.database.change(actor, async ({ credentials }) => {
      const before = await this.findOf(organizationId, owner, id, credentials);
      const now = Date.now();
      if (expiresAt === undefined && (before.expiresAt?.getTime() ?? now + 1) <= now) {
        throw new GatewayError('conflict', {
          message: 'The token has expired. Send `expires_at`, or create a new one.',
        });
      }
      const isDead = (endOfCredential(before) ?? now + 1) <= now;
      const graceSeconds = isDead ? 0 : (asked ?? before.graceSeconds);
      const changes = { expiresAt, rotationDueAt: nextDue(before.rotateEveryDays) };
      return credentials.rotate(organizationId, id, { hash, hint, graceSeconds, changes });
    });
    return { record, token };
  }

  /** A token of the very account in the path. */
  private async findOf(
    organizationId: string,
    owner: TokenOwner,
    id: string,
    credentials: Pick<Database['credentials'], 'find'> = this.database.credentials,
  ): Promise<CredentialRecord> {
    const found = await credentials.find(organizationId, id);
    if (found?.kind === 'vat' && isOf(found, owner)) return found;
    throw new GatewayError('not_found', { message: 'The token does not exist.' });
  }
}

function ownerFilter(owner: TokenOwner) {
  return 'serviceAccountId' in owner
    ? { serviceAccountId: owner.serviceAccountId }
    : { organizationAccountId: owner.organizationAccountId };
}

function isOf(token: CredentialRecord, owner: TokenOwner): boolean {
  return 'serviceAccountId' in owner
    ? token.serviceAccountId === owner.serviceAccountId
    : token.organizationAccountId === owner.organizationAccountId;
}

function demandEndless({ allowNonExpiringVat }: CredentialPolicy): void {
  if (allowNonExpiringVat) return;
  throw invalidField('expires_at', 'is required: the organization allows no token that never expires.');
}

function readExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const expiresAt = parseTime(text);
  if (expiresAt.getTime() <= Date.now()) throw invalidField('expires_at', 'must be in the future.');
  return expiresAt;
}

function nextDue(everyDays: number | null | undefined): Date | undefined {
  return everyDays ? new Date(Date.now() + everyDays * A_DAY_SECONDS * 1000) : undefined;
}
