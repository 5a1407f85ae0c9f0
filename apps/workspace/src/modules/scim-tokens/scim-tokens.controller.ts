import { Body, Controller, Delete, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { CreateScimTokenDto } from './dto/create-scim-token.dto.js';
import { IssuedScimTokenView, ScimTokenView } from './dto/scim-token.view.js';
import { ScimTokensService } from './scim-tokens.service.js';

/** Tokens by which identity providers keep the organization's people up to date (docs/contract/control-plane.md#organization). */
@Controller('org/scim-tokens')
export class ScimTokensController {
  constructor(@Inject(ScimTokensService) private readonly tokens: ScimTokensService) {}

  /** Only owners: anyone who holds the token creates, changes and removes people. */
  @Post()
  @RequirePermission('org.scimtokens.issue')
  @Answers(IssuedScimTokenView, { status: 201, description: 'The new token. It is shown only once.' })
  async create(@FromRequester() requester: Requester, @Body() dto: CreateScimTokenDto): Promise<IssuedScimTokenView> {
    const { token, record } = await this.tokens.create(requester, dto);
    return { ...ScimTokenView.of(record), token };
  }

  @Lists(ScimTokenView)
  @RequirePermission('org.scim.manage')
  async list(@FromRequester() requester: Requester, @Query() query: ListQuery): Promise<ListAnswer<ScimTokenView>> {
    return toList(await this.tokens.list(requester, query), ScimTokenView.of);
  }

  /** Revokes a token: it works no more. */
  @Delete(':id')
  @RequirePermission('org.scim.manage')
  @AnswersNothing()
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.tokens.remove(requester, id);
  }
}
