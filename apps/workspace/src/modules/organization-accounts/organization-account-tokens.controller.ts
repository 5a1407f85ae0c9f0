import { Body, Controller, Delete, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { CreateAccountTokenDto, RotateAccountTokenDto } from '../../credentials/account-token.dto.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import {
  IssuedOrganizationAccountTokenView,
  OrganizationAccountTokenView,
} from './dto/organization-account-token.view.js';
import { OrganizationAccountsService } from './organization-accounts.service.js';

const READ = 'org.accounts.read';
const MANAGE = 'org.accounts.manage';

/** The tokens of a virtual account of the organization: issued by an owner who is signed in. */
@Controller('org/accounts/:id/tokens')
export class OrganizationAccountTokensController {
  constructor(@Inject(OrganizationAccountsService) private readonly accounts: OrganizationAccountsService) {}

  @Post()
  @RequirePermission(MANAGE, { session: true })
  @Answers(IssuedOrganizationAccountTokenView, {
    status: 201,
    description: 'The new token, with its plaintext, which is shown only once.',
  })
  async create(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: CreateAccountTokenDto,
  ): Promise<IssuedOrganizationAccountTokenView> {
    return IssuedOrganizationAccountTokenView.ofIssued(await this.accounts.createToken(requester, id, dto));
  }

  @Lists(OrganizationAccountTokenView)
  @RequirePermission(READ)
  async list(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<OrganizationAccountTokenView>> {
    return toList(await this.accounts.listTokens(requester, id, query), OrganizationAccountTokenView.of);
  }

  /** The token is rejected from this moment on. */
  @Delete(':token_id')
  @RequirePermission(MANAGE, { session: true })
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('token_id') tokenId: string,
  ): Promise<void> {
    await this.accounts.removeToken(requester, id, tokenId);
  }

  /** Gives the token a new plaintext, and its schedule a new due time. */
  @Post(':token_id/rotate')
  @RequirePermission(MANAGE, { session: true })
  @Answers(IssuedOrganizationAccountTokenView, { description: 'The token with its new plaintext.' })
  async rotate(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('token_id') tokenId: string,
    @Body() dto: RotateAccountTokenDto,
  ): Promise<IssuedOrganizationAccountTokenView> {
    return IssuedOrganizationAccountTokenView.ofIssued(await this.accounts.rotateToken(requester, id, tokenId, dto));
  }
}
