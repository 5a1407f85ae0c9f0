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
import { USER_SCHEMA } from './protocol/resource-schema.js';
import { readSelection, selectAttributes } from './protocol/select-attributes.js';
import { answerResource, baseUrlOf } from './scim-answer.js';
import {
  AnswersScim,
  HonoursIfMatch,
  ListsScim,
  SearchesScim,
  SelectsAttributes,
  TakesScim,
} from './scim-docs.decorator.js';
import { SCIM_TYPE } from './scim-type.js';
import { ScimUsersService } from './scim-users.service.js';

/** People, as an identity provider keeps them up to date (docs/contract/scim.md#protocol). */
@Controller('scim/v2/Users')
@RequireScimToken()
export class ScimUsersController {
  constructor(
    @Inject(ScimUsersService) private readonly users: ScimUsersService,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  @Post()
  @TakesScim('The user.')
  @AnswersScim('The new user.', { status: 201 })
  async create(
    @FromRequester() requester: Requester,
    @Body() body: unknown,
    @Query() query: ScimQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource | undefined> {
    const created = await this.users.create(requester, body, this.baseUrl(request));
    return answerResource(USER_SCHEMA, created, query, request, reply);
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
  @AnswersScim('The user.')
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ScimQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource | undefined> {
    const found = await this.users.find(requester, id, this.baseUrl(request));
    return answerResource(USER_SCHEMA, found, query, request, reply);
  }

  @Put(':id')
  @TakesScim('The user as it is to be.')
  @HonoursIfMatch()
  @AnswersScim('The user as it is now.')
  async replace(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: ScimQuery,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource | undefined> {
    const replaced = await this.users.replace(requester, id, body, ifMatch, this.baseUrl(request));
    return answerResource(USER_SCHEMA, replaced, query, request, reply);
  }

  @Patch(':id')
  @TakesScim('A PatchOp message.')
  @HonoursIfMatch()
  @AnswersScim('The user as it is now.')
  async patch(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: ScimQuery,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource | undefined> {
    const patched = await this.users.patch(requester, id, body, ifMatch, this.baseUrl(request));
    return answerResource(USER_SCHEMA, patched, query, request, reply);
  }

  @Delete(':id')
  @HonoursIfMatch()
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    await this.users.remove(requester, id, ifMatch);
  }

  private async answerList(
    requester: Requester,
    query: ScimQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<object> {
    const asked = readListRequest(USER_SCHEMA, query);
    const selection = readSelection(USER_SCHEMA, query);
    const { resources, total } = await this.users.list(requester, asked, this.baseUrl(request));
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
