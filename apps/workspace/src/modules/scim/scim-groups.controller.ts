import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScimToken } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { AnswersNothing } from '../../openapi/answers.decorator.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';
import { readListRequest, readSearch, type Query as ScimQuery, toListResponse } from './protocol/list-request.js';
import type { Resource } from './protocol/resource.js';
import { GROUP_SCHEMA } from './protocol/resource-schema.js';
import { isSelected, readSelection, selectAttributes } from './protocol/select-attributes.js';
import { answerResource, baseUrlOf } from './scim-answer.js';
import {
  AnswersScim,
  HonoursIfMatch,
  ListsScim,
  SearchesScim,
  SelectsAttributes,
  TakesScim,
} from './scim-docs.decorator.js';
import { ScimGroupsService } from './scim-groups.service.js';
import { SCIM_TYPE } from './scim-type.js';

/** Teams, as an identity provider keeps them up to date (docs/contract/scim.md#protocol). */
@Controller('scim/v2/Groups')
@RequireScimToken()
export class ScimGroupsController {
  constructor(
    @Inject(ScimGroupsService) private readonly groups: ScimGroupsService,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  @Post()
  @TakesScim('The group.')
  @AnswersScim('The new group.', { status: 201 })
  async create(
    @FromRequester() requester: Requester,
    @Body() body: unknown,
    @Query() query: ScimQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource | undefined> {
    const created = await this.groups.create(requester, body, this.baseUrl(request));
    return answerResource(GROUP_SCHEMA, created, query, request, reply);
  }

  @Get()
  @ListsScim()
  @AnswersScim('A page of the list, oldest first unless another order is asked for.')
  list(
    @FromRequester() requester: Requester,
    @Query() query: ScimQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    return this.answerList(requester, query, request, reply);
  }

  /** The same as the list, with the query in the body (RFC 7644 section 3.4.3). */
  @Post('.search')
  @SearchesScim()
  search(
    @FromRequester() requester: Requester,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    return this.answerList(requester, readSearch(body), request, reply);
  }

  @Get(':id')
  @SelectsAttributes()
  @AnswersScim('The group.')
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ScimQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource | undefined> {
    const withMembers = isSelected(readSelection(GROUP_SCHEMA, query), 'members');
    const found = await this.groups.find(requester, id, this.baseUrl(request), withMembers);
    return answerResource(GROUP_SCHEMA, found, query, request, reply);
  }

  @Put(':id')
  @TakesScim('The group as it is to be.')
  @HonoursIfMatch()
  @AnswersScim('The group as it is now.')
  async replace(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: ScimQuery,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource | undefined> {
    const replaced = await this.groups.replace(requester, id, body, ifMatch, this.baseUrl(request));
    return answerResource(GROUP_SCHEMA, replaced, query, request, reply);
  }

  @Patch(':id')
  @TakesScim('A PatchOp message.')
  @HonoursIfMatch()
  @AnswersScim('The group as it is now.')
  async patch(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: ScimQuery,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource | undefined> {
    const patched = await this.groups.patch(requester, id, body, ifMatch, this.baseUrl(request));
    return answerResource(GROUP_SCHEMA, patched, query, request, reply);
  }

  @Delete(':id')
  @HonoursIfMatch()
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    await this.groups.remove(requester, id, ifMatch);
  }

  private async answerList(
    requester: Requester,
    query: ScimQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<object> {
    const asked = readListRequest(GROUP_SCHEMA, query);
    const selection = readSelection(GROUP_SCHEMA, query);
    const { resources, total } = await this.groups.list(
      requester,
      asked,
      this.baseUrl(request),
      isSelected(selection, 'members'),
    );
    reply.header('content-type', SCIM_TYPE);
    return toListResponse(
      resources.map((resource) => selectAttributes(resource, selection)),
      total,
      asked.offset,
    );
  }

  private baseUrl(request: FastifyRequest): string {
    return baseUrlOf(request, this.services.config.server.public_base_url);
  }
}
