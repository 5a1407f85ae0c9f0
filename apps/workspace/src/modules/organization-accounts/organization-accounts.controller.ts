import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { NamedListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { OrganizationAccountView } from './dto/organization-account.view.js';
import { CreateOrganizationAccountDto, UpdateOrganizationAccountDto } from './dto/write-organization-account.dto.js';
import { OrganizationAccountsService } from './organization-accounts.service.js';

const READ = 'org.accounts.read';
const MANAGE = 'org.accounts.manage';

/** Virtual accounts of the organization: what an owner grants them, they do without a person's session. */
@Controller('org/accounts')
export class OrganizationAccountsController {
  constructor(@Inject(OrganizationAccountsService) private readonly accounts: OrganizationAccountsService) {}

  @Creates(OrganizationAccountView, 'The new account.')
  @RequirePermission(MANAGE, { session: true })
  async create(
    @FromRequester() requester: Requester,
    @Body() dto: CreateOrganizationAccountDto,
  ): Promise<OrganizationAccountView> {
    return OrganizationAccountView.of(await this.accounts.create(requester, dto));
  }

  @Lists(OrganizationAccountView)
  @RequirePermission(READ)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: NamedListQuery,
  ): Promise<ListAnswer<OrganizationAccountView>> {
    return toList(await this.accounts.list(requester, query), OrganizationAccountView.of);
  }

  @Finds(OrganizationAccountView)
  @RequirePermission(READ)
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<OrganizationAccountView> {
    return OrganizationAccountView.of(await this.accounts.find(requester, id));
  }

  @Updates(OrganizationAccountView, 'The updated account.')
  @RequirePermission(MANAGE, { session: true })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: UpdateOrganizationAccountDto,
  ): Promise<OrganizationAccountView> {
    return OrganizationAccountView.of(await this.accounts.update(requester, id, dto));
  }

  /** Its tokens are rejected from this moment on. */
  @Removes()
  @RequirePermission(MANAGE, { session: true })
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.accounts.remove(requester, id);
  }
}
