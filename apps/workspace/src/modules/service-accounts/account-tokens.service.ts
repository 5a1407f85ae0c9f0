import type { CredentialRecord, Database, Page, ServiceAccountRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import type { CreateAccountTokenDto, RotateAccountTokenDto } from '../../credentials/account-token.dto.js';
import { AccountTokens, type IssuedAccountToken, type TokenOwner } from '../../credentials/account-tokens.js';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import { ServiceAccountsService } from './service-accounts.service.js';

/** The tokens of virtual accounts of workspaces. */
@Injectable()
export class AccountTokensService {
  private readonly tokens: AccountTokens;

  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(ServiceAccountsService) private readonly accounts: ServiceAccountsService,
  ) {
    this.tokens = new AccountTokens(database);
  }

  async create(requester: Requester, accountId: string, dto: CreateAccountTokenDto): Promise<IssuedAccountToken> {
    return this.tokens.create(requester, ownerOf(await this.accounts.findManaged(requester, accountId)), dto);
  }

  async list(requester: Requester, accountId: string, query: ListQuery): Promise<Page<CredentialRecord>> {
    return this.tokens.list(requester, ownerOf(await this.accounts.find(requester, accountId)), query);
  }

  async remove(requester: Requester, accountId: string, id: string): Promise<void> {
    await this.tokens.remove(requester, ownerOf(await this.accounts.findManaged(requester, accountId)), id);
  }

  async rotate(
    requester: Requester,
    accountId: string,
    id: string,
    dto: RotateAccountTokenDto,
  ): Promise<IssuedAccountToken> {
    return this.tokens.rotate(requester, ownerOf(await this.accounts.findManaged(requester, accountId)), id, dto);
  }
}

function ownerOf({ id: serviceAccountId, workspaceId }: ServiceAccountRecord): TokenOwner {
  return { serviceAccountId, workspaceId };
}
