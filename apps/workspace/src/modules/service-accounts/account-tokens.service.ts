import { GatewayError } from '@multilane/errors';
import { endOfCredential } from '@multilane/identities';
import type { CredentialPolicy, CredentialRecord, Database, Page, ServiceAccountRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { newSecret } from '../../credentials/new-secret.js';
import { parseTime } from '../../fields/is-time.js';
import { invalidField } from '../../http/invalid-field.js';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../workspace-services.js';
import type { CreateAccountTokenDto, RotateAccountTokenDto } from './dto/write-account-token.dto.js';
import { ServiceAccountsService } from './service-accounts.service.js';

/** A token, and the plaintext that is shown only this once. */
export interface IssuedAccountToken {
  readonly record: CredentialRecord;
  readonly token: string;
}

const A_DAY_SECONDS = 86_400;

@Injectable()
export class AccountTokensService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ServiceAccountsService) private readonly accounts: ServiceAccountsService,
  ) {}

  /** Fails with 400 for a token without an end, unless the organization's credential policy allows it. */
  async create(requester: Requester, accountId: string, dto: CreateAccountTokenDto): Promise<IssuedAccountToken> {
    const { actor, organizationId } = requester;
    const { workspaceId } = await this.accounts.findManaged(requester, accountId);
    const { rotate_every_days: rotateEveryDays } = dto;
    const { token, hash, hint } = newSecret('virtualAccountToken');
    const values = {
      kind: 'vat',
      hash,
      hint,
      name: dto.name,
      serviceAccountId: accountId,
      workspaceId,
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

  async list(requester: Requester, accountId: string, { limit, cursor }: ListQuery): Promise<Page<CredentialRecord>> {
    const account = await this.accounts.find(requester, accountId);
    const filters = { kind: 'vat', serviceAccountId: account.id } as const;
    return this.database.credentials.listPage(requester.organizationId, { limit, cursor, filters });
  }

  async remove(requester: Requester, accountId: string, id: string): Promise<void> {
    const { actor, organizationId } = requester;
    await this.findOf(organizationId, await this.accounts.findManaged(requester, accountId), id);
    await this.database.change(actor, ({ credentials }) => credentials.remove(organizationId, id));
  }

  /**
   * A new token, and a new due time if there is a schedule. One that is dead already, because nobody rotated it in
   * time, does not come to life again beside its successor. Fails with 409 where the credential itself has expired and no
   * later end is given.
   */
  async rotate(
    requester: Requester,
    accountId: string,
    id: string,
    { grace_seconds: asked, expires_at: end }: RotateAccountTokenDto,
  ): Promise<IssuedAccountToken> {
    const { actor, organizationId } = requester;
    const account = await this.accounts.findManaged(requester, accountId);
    const expiresAt = readExpiry(end);
    const { token, hash, hint } = newSecret('virtualAccountToken');
    const record = await this.database.change(actor, async ({ credentials }) => {
      const before = await this.findOf(organizationId, account, id, credentials);
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
    account: ServiceAccountRecord,
    id: string,
    credentials: Pick<Database['credentials'], 'find'> = this.database.credentials,
  ): Promise<CredentialRecord> {
    const found = await credentials.find(organizationId, id);
    if (found?.kind === 'vat' && found.serviceAccountId === account.id) return found;
    throw new GatewayError('not_found', { message: 'The token does not exist.' });
  }
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
