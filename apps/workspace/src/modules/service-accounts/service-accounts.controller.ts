import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { NamedListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { ServiceAccountView } from './dto/service-account.view.js';
import { CreateServiceAccountDto, UpdateServiceAccountDto } from './dto/write-service-account.dto.js';
import { ServiceAccountsService } from './service-accounts.service.js';

const READ = 'gateway.serviceaccounts.read';
const MANAGE = 'gateway.serviceaccounts.manage';

/** Virtual accounts (docs/contract/authentication.md#virtual-accounts): service identities in a workspace. */
@Controller('admin/service-accounts')
export class ServiceAccountsController {
  constructor(@Inject(ServiceAccountsService) private readonly accounts: ServiceAccountsService) {}

  @Post()
  @SendsVersion()
  @RequirePermission(MANAGE, { in: 'workspace' })
  @Answers(ServiceAccountView, { status: 201, description: 'The new account.' })
  async create(
    @FromRequester() requester: Requester,
    @Body() dto: CreateServiceAccountDto,
  ): Promise<ServiceAccountView> {
    return ServiceAccountView.of(await this.accounts.create(requester, dto));
  }

  @Get()
  @RequirePermission(READ, { in: 'workspace' })
  @AnswersList(ServiceAccountView)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: NamedListQuery,
  ): Promise<ListAnswer<ServiceAccountView>> {
    return toList(await this.accounts.list(requester, query), ServiceAccountView.of);
  }

  @Get(':id')
  @SendsVersion()
  @RequirePermission(READ, { in: 'anywhere' })
  @Answers(ServiceAccountView)
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<ServiceAccountView> {
    return ServiceAccountView.of(await this.accounts.find(requester, id));
  }

  @Patch(':id')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission(MANAGE, { in: 'anywhere' })
  @Answers(ServiceAccountView, { description: 'The updated account.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: UpdateServiceAccountDto,
  ): Promise<ServiceAccountView> {
    return ServiceAccountView.of(await this.accounts.update(requester, id, dto));
  }

  /** Its tokens are rejected from this moment on. */
  @Delete(':id')
  @HonoursVersion()
  @RequirePermission(MANAGE, { in: 'anywhere' })
  @AnswersNothing()
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.accounts.remove(requester, id);
  }
}
