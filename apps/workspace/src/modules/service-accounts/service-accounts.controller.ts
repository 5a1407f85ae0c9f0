import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { NamedListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { ServiceAccountView } from './dto/service-account.view.js';
import { CreateServiceAccountDto, UpdateServiceAccountDto } from './dto/write-service-account.dto.js';
import { ServiceAccountsService } from './service-accounts.service.js';

const READ = 'gateway.serviceaccounts.read';
const MANAGE = 'gateway.serviceaccounts.manage';

/** Virtual accounts (docs/contract/authentication.md#virtual-accounts): service identities in a workspace. */
@Controller('admin/service-accounts')
export class ServiceAccountsController {
  constructor(@Inject(ServiceAccountsService) private readonly accounts: ServiceAccountsService) {}

  @Creates(ServiceAccountView, 'The new account.')
  @RequirePermission(MANAGE, { in: 'workspace' })
  async create(
    @FromRequester() requester: Requester,
    @Body() dto: CreateServiceAccountDto,
  ): Promise<ServiceAccountView> {
    return ServiceAccountView.of(await this.accounts.create(requester, dto));
  }

  @Lists(ServiceAccountView)
  @RequirePermission(READ, { in: 'workspace' })
  async list(
    @FromRequester() requester: Requester,
    @Query() query: NamedListQuery,
  ): Promise<ListAnswer<ServiceAccountView>> {
    return toList(await this.accounts.list(requester, query), ServiceAccountView.of);
  }

  @Finds(ServiceAccountView)
  @RequirePermission(READ, { in: 'anywhere' })
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<ServiceAccountView> {
    return ServiceAccountView.of(await this.accounts.find(requester, id));
  }

  @Updates(ServiceAccountView, 'The updated account.')
  @RequirePermission(MANAGE, { in: 'anywhere' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: UpdateServiceAccountDto,
  ): Promise<ServiceAccountView> {
    return ServiceAccountView.of(await this.accounts.update(requester, id, dto));
  }

  /** Its tokens are rejected from this moment on. */
  @Removes()
  @RequirePermission(MANAGE, { in: 'anywhere' })
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.accounts.remove(requester, id);
  }
}
