import { GatewayError } from '@multilane/errors';
import type { Change, Database, Page, ServiceAccountChanges, ServiceAccountRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { checkAllowedModels, checkAllowedProviders } from '../../credentials/check-allowed-names.js';
import { type NamedListQuery, toPageRequest } from '../../lists/list-query.dto.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { CreateServiceAccountDto, UpdateServiceAccountDto } from './dto/write-service-account.dto.js';

@Injectable()
export class ServiceAccountsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  create({ actor, organizationId, workspaceId }: Requester, dto: CreateServiceAccountDto) {
    return this.database.change(actor, async (change) => {
      await this.checkNames(change, { organizationId, workspaceId }, dto);
      return change.serviceAccounts.create(organizationId, { ...toChanges(dto), name: dto.name, workspaceId });
    });
  }

  list({ organizationId, workspaceId }: Requester, query: NamedListQuery): Promise<Page<ServiceAccountRecord>> {
    return this.database.serviceAccounts.listPage(organizationId, {
      ...toPageRequest(query),
      filters: { workspaceId },
    });
  }

  /** Fails with 404 for an account of another tenant, and of a workspace that the requester does not see. */
  async find(requester: Requester, id: string): Promise<ServiceAccountRecord> {
    const account = await this.database.serviceAccounts.find(requester.organizationId, id);
    const isSeen = account && requester.can('gateway.serviceaccounts.read', { workspaceId: account.workspaceId });
    if (!isSeen) throw new GatewayError('not_found', { message: 'The service account does not exist.' });
    return account;
  }

  /** The same, and 403 if the requester sees the account and does not manage it. */
  async findManaged(requester: Requester, id: string): Promise<ServiceAccountRecord> {
    const account = await this.find(requester, id);
    requester.demand('gateway.serviceaccounts.manage', { workspaceId: account.workspaceId });
    return account;
  }

  async update(requester: Requester, id: string, dto: UpdateServiceAccountDto): Promise<ServiceAccountRecord> {
    const account = await this.findManaged(requester, id);
    return this.database.change(requester.actor, async (change) => {
      await this.checkNames(change, account, dto, account);
      return change.serviceAccounts.update(requester.organizationId, id, toChanges(dto));
    });
  }

  /** Fails with 400 for names that nothing has, and that are not stored already. */
  private async checkNames(
    change: Change,
    { organizationId, workspaceId }: Pick<ServiceAccountRecord, 'organizationId' | 'workspaceId'>,
    { allowed_models: models, allowed_providers: providers }: UpdateServiceAccountDto,
    stored?: ServiceAccountRecord,
  ): Promise<void> {
    const { declaredNames } = this.services;
    const place = { organizationId, workspaceId };
    await checkAllowedModels(change, declaredNames, place, { given: models, stored: stored?.allowedModels });
    await checkAllowedProviders(change, declaredNames, place, { given: providers, stored: stored?.allowedProviders });
  }

  async remove(requester: Requester, id: string): Promise<void> {
    await this.findManaged(requester, id);
    await this.database.change(requester.actor, ({ serviceAccounts }) =>
      serviceAccounts.remove(requester.organizationId, id),
    );
  }
}

function toChanges(dto: UpdateServiceAccountDto): ServiceAccountChanges {
  return {
    name: dto.name,
    allowedModels: dto.allowed_models,
    allowedProviders: dto.allowed_providers,
    role: dto.role,
    disabled: dto.disabled,
  };
}
