import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { ConflictError, type Database, type Page, type WorkspaceProviderRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import type { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AllowedNetworksService } from './allowed-networks.service.js';
import { checkProvider, refuseRedirection } from './check-provider.js';
import type { ListProvidersQuery } from './dto/list-providers.query.js';
import { ProviderView } from './dto/provider.view.js';
import type { CreateProviderDto, UpdateProviderDto } from './dto/write-provider.dto.js';
import { applyFields, secretsOf, settingsOf, toFields, toPlain } from './provider-fields.js';

@Injectable()
export class ProvidersService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AllowedNetworksService) private readonly network: AllowedNetworksService,
  ) {}

  /** Fails with 400 for fields that do not suit the kind, and with 409 for a name that the workspace has. */
  create(requester: Requester, dto: CreateProviderDto): Promise<WorkspaceProviderRecord> {
    const { actor, organizationId, workspaceId } = requester;
    const fields = applyFields({}, toPlain(dto));
    const { kind } = checkProvider(fields, this.network.allowedForProviders);
    return this.database.change(actor, ({ providers }) =>
      providers.create(organizationId, {
        workspaceId,
        name: dto.name,
        kind,
        baseUrl: dto.base_url ?? null,
        settings: settingsOf(fields),
        secrets: secretsOf(fields),
      }),
    );
  }

  async list({ organizationId, workspaceId }: Requester, query: ListProvidersQuery): Promise<Page<ProviderView>> {
    const filters = { workspaceId };
    const { data, nextCursor } = await this.database.providers.listPage(organizationId, {
      ...toPageRequest(query),
      filters,
    });
    const ids = data.map(({ id }) => id);
    const hints = await this.database.providers.findHints(organizationId, ids);
    return { data: data.map((provider) => ProviderView.of(provider, hints.get(provider.id))), nextCursor };
  }

  async show(provider: WorkspaceProviderRecord): Promise<ProviderView> {
    const { id, organizationId } = provider;
    const hints = await this.database.providers.findHints(organizationId, [id]);
    return ProviderView.of(provider, hints.get(id));
  }

  /** Fails with 404 for a provider that the requester may not see, and with 403 for one of which it may see no more. */
  async find(
    requester: Requester,
    id: string,
    toDo: Permission,
    { workspace_id: asked }: WorkspaceQuery,
  ): Promise<WorkspaceProviderRecord> {
    const need = { toSee: 'gateway.providers.read', toDo, asked } as const;
    const provider = await findAccessible(requester, need, (tenant) => this.database.providers.find(tenant, id));
    if (provider === undefined) throw new GatewayError('not_found', { message: 'The provider does not exist.' });
    return provider;
  }

  /** Secrets that are not sent stay. Fails as `create` does, and where stored secrets would go to another host. */
  async update(
    requester: Requester,
    id: string,
    query: WorkspaceQuery,
    dto: UpdateProviderDto,
  ): Promise<WorkspaceProviderRecord> {
    const { actor, organizationId } = requester;
    await this.find(requester, id, 'gateway.providers.manage', query);
    const sent = toPlain(dto);
    return this.database.change(actor, async ({ providers }) => {
      const { provider, hints } = await providers.lockWithHints(organizationId, id);
      const before = toFields(provider, hints);
      const after = applyFields(before, sent);
      const entry = checkProvider(after, this.network.allowedForProviders);
      refuseRedirection(before, entry, sent);
      return providers.update(organizationId, id, {
        name: dto.name,
        baseUrl: dto.base_url,
        settings: settingsOf(after),
        secrets: secretsOf(sent),
      });
    });
  }

  /** Fails with 409 while models of it are registered. */
  async remove(requester: Requester, id: string, query: WorkspaceQuery): Promise<void> {
    const { actor, organizationId } = requester;
    await this.find(requester, id, 'gateway.providers.manage', query);
    try {
      await this.database.change(actor, ({ providers }) => providers.remove(organizationId, id));
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      throw new GatewayError('conflict', { message: 'The provider still has models. Delete them first.' });
    }
  }
}
