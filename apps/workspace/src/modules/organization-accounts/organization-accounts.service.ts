import { GatewayError } from '@multilane/errors';
import type { CredentialRecord, Database, OrganizationAccountRecord, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import type { CreateAccountTokenDto, RotateAccountTokenDto } from '../../credentials/account-token.dto.js';
import { AccountTokens, type IssuedAccountToken, type TokenOwner } from '../../credentials/account-tokens.js';
import { type ListQuery, type NamedListQuery, toPageRequest } from '../../lists/list-query.dto.js';
import { readNames } from '../../lists/read-names.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { ShownOrganizationAccount } from './dto/organization-account.view.js';
import type {
  CreateOrganizationAccountDto,
  UpdateOrganizationAccountDto,
} from './dto/write-organization-account.dto.js';

/**
 * Virtual accounts of an organization, and their tokens (docs/contract/authentication.md#organization-accounts). The routes
 * let in owners alone where something is granted.
 */
@Injectable()
export class OrganizationAccountsService {
  private readonly tokens: AccountTokens;

  constructor(@Inject(DATABASE) private readonly database: Database) {
    this.tokens = new AccountTokens(database);
  }

  async create(
    { actor, organizationId, userId }: Requester,
    { name, permissions, disabled }: CreateOrganizationAccountDto,
  ): Promise<ShownOrganizationAccount> {
    const values = { name, permissions: [...new Set(permissions)], grantedBy: userId, disabled };
    const created = await this.database.change(actor, ({ organizationAccounts }) =>
      organizationAccounts.create(organizationId, values),
    );
    return this.showOne(organizationId, created);
  }

  async list({ organizationId }: Requester, query: NamedListQuery): Promise<Page<ShownOrganizationAccount>> {
    const page = await this.database.organizationAccounts.listPage(organizationId, toPageRequest(query));
    return { data: await this.show(organizationId, page.data), nextCursor: page.nextCursor };
  }

  async find({ organizationId }: Requester, id: string): Promise<ShownOrganizationAccount> {
    const account = await this.database.organizationAccounts.find(organizationId, id);
    if (account === undefined) throw new GatewayError('not_found', { message: 'The account does not exist.' });
    return this.showOne(organizationId, account);
  }

  /** Updates an account. It acts for the person who last granted it permissions. */
  async update(
    { actor, organizationId, userId }: Requester,
    id: string,
    { name, permissions, disabled }: UpdateOrganizationAccountDto,
  ): Promise<ShownOrganizationAccount> {
    const grants = permissions === undefined ? {} : { permissions: [...new Set(permissions)], grantedBy: userId };
    const updated = await this.database.change(actor, ({ organizationAccounts }) =>
      organizationAccounts.update(organizationId, id, { name, disabled, ...grants }),
    );
    return this.showOne(organizationId, updated);
  }

  async remove({ actor, organizationId }: Requester, id: string): Promise<void> {
    await this.database.change(actor, ({ organizationAccounts }) => organizationAccounts.remove(organizationId, id));
  }

  async createToken(requester: Requester, id: string, dto: CreateAccountTokenDto): Promise<IssuedAccountToken> {
    return this.tokens.create(requester, await this.ownerOf(requester, id), dto);
  }

  async listTokens(requester: Requester, id: string, query: ListQuery): Promise<Page<CredentialRecord>> {
    return this.tokens.list(requester, await this.ownerOf(requester, id), query);
  }

  async removeToken(requester: Requester, id: string, tokenId: string): Promise<void> {
    await this.tokens.remove(requester, await this.ownerOf(requester, id), tokenId);
  }

  async rotateToken(
    requester: Requester,
    id: string,
    tokenId: string,
    dto: RotateAccountTokenDto,
  ): Promise<IssuedAccountToken> {
    return this.tokens.rotate(requester, await this.ownerOf(requester, id), tokenId, dto);
  }

  private async showOne(organizationId: string, account: OrganizationAccountRecord): Promise<ShownOrganizationAccount> {
    const [shown = { ...account, grantedByName: '' }] = await this.show(organizationId, [account]);
    return shown;
  }

  /** Names the owners who granted permissions: one query, however many accounts. */
  private async show(
    organizationId: string,
    accounts: readonly OrganizationAccountRecord[],
  ): Promise<ShownOrganizationAccount[]> {
    const { users } = this.database;
    const names = await readNames(
      accounts,
      ({ grantedBy }) => grantedBy,
      (id) => users.listAll(organizationId, { id }),
    );
    return accounts.map((account) => ({ ...account, grantedByName: names.get(account.grantedBy) ?? '' }));
  }

  private async ownerOf(requester: Requester, id: string): Promise<TokenOwner> {
    return { organizationAccountId: (await this.find(requester, id)).id };
  }
}
