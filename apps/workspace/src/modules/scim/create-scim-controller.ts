import {
  Body,
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
  type Type,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { AnswersNothing } from '../../openapi/answers.decorator.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import {
  type ListRequest,
  readListRequest,
  readSearch,
  type Query as ScimQuery,
  toListResponse,
} from './protocol/list-request.js';
import type { Resource } from './protocol/resource.js';
import type { ResourceSchema } from './protocol/resource-schema.js';
import { isSelected, readSelection, selectAttributes } from './protocol/select-attributes.js';
import { answerResource, baseUrlOf } from './scim-answer.js';
import {
  AcceptsScim,
  AnswersScim,
  HonoursIfMatch,
  ListsScim,
  SearchesScim,
  SelectsAttributes,
} from './scim-docs.decorator.js';
import { SCIM_TYPE } from './scim-type.js';
import type { ResourcePage } from './scim-users.service.js';

/** The storage of a kind of resource. Members of groups are loaded only if the client asks for them, since they cost a query. */
export interface ScimResources {
  create(requester: Requester, body: unknown, baseUrl: string): Promise<Resource>;
  list(requester: Requester, asked: ListRequest, baseUrl: string, withMembers: boolean): Promise<ResourcePage>;
  find(requester: Requester, id: string, baseUrl: string, withMembers: boolean): Promise<Resource>;
  replace(
    requester: Requester,
    id: string,
    body: unknown,
    ifMatch: string | undefined,
    baseUrl: string,
  ): Promise<Resource>;
  patch(
    requester: Requester,
    id: string,
    body: unknown,
    ifMatch: string | undefined,
    baseUrl: string,
  ): Promise<Resource>;
  remove(requester: Requester, id: string, ifMatch: string | undefined): Promise<void>;
}

export interface ScimKind {
  readonly schema: ResourceSchema;
  readonly service: Type<ScimResources>;
  /** Name of one in the documentation of the API. */
  readonly noun: string;
  readonly hasMembers: boolean;
}

/** The routes that users and groups have alike. The class that extends what is returned says at which path. */
export function createScimController({ schema, service, noun, hasMembers }: ScimKind) {
  class ScimController {
    constructor(
      @Inject(service) readonly resources: ScimResources,
      @Inject(WORKSPACE_SERVICES) readonly services: WorkspaceServices,
    ) {}

    @Post()
    @AcceptsScim(`The ${noun}.`)
    @AnswersScim(`The new ${noun}.`, { status: 201 })
    async create(
      @FromRequester() requester: Requester,
      @Body() body: unknown,
      @Query() query: ScimQuery,
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Resource | undefined> {
      const created = await this.resources.create(requester, body, this.baseUrl(request));
      return answerResource(schema, created, query, request, reply);
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
    @AnswersScim(`The ${noun}.`)
    async find(
      @FromRequester() requester: Requester,
      @Param('id') id: string,
      @Query() query: ScimQuery,
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Resource | undefined> {
      const withMembers = hasMembers && isSelected(readSelection(schema, query), 'members');
      const found = await this.resources.find(requester, id, this.baseUrl(request), withMembers);
      return answerResource(schema, found, query, request, reply);
    }

    @Put(':id')
    @AcceptsScim(`The ${noun} as it is to be.`)
    @HonoursIfMatch()
    @AnswersScim(`The ${noun} as it is now.`)
    async replace(
      @FromRequester() requester: Requester,
      @Param('id') id: string,
      @Body() body: unknown,
      @Query() query: ScimQuery,
      @Headers('if-match') ifMatch: string | undefined,
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Resource | undefined> {
      const replaced = await this.resources.replace(requester, id, body, ifMatch, this.baseUrl(request));
      return answerResource(schema, replaced, query, request, reply);
    }

    @Patch(':id')
    @AcceptsScim('A PatchOp message.')
    @HonoursIfMatch()
    @AnswersScim(`The ${noun} as it is now.`)
    async patch(
      @FromRequester() requester: Requester,
      @Param('id') id: string,
      @Body() body: unknown,
      @Query() query: ScimQuery,
      @Headers('if-match') ifMatch: string | undefined,
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Resource | undefined> {
      const patched = await this.resources.patch(requester, id, body, ifMatch, this.baseUrl(request));
      return answerResource(schema, patched, query, request, reply);
    }

    @Delete(':id')
    @HonoursIfMatch()
    @AnswersNothing()
    async remove(
      @FromRequester() requester: Requester,
      @Param('id') id: string,
      @Headers('if-match') ifMatch: string | undefined,
    ): Promise<void> {
      await this.resources.remove(requester, id, ifMatch);
    }

    async answerList(
      requester: Requester,
      query: ScimQuery,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<object> {
      const asked = readListRequest(schema, query);
      const selection = readSelection(schema, query);
      const { resources, total } = await this.resources.list(
        requester,
        asked,
        this.baseUrl(request),
        hasMembers && isSelected(selection, 'members'),
      );
      reply.header('content-type', SCIM_TYPE);
      return toListResponse(
        resources.map((resource) => selectAttributes(resource, selection)),
        total,
        asked.offset,
      );
    }

    baseUrl(request: FastifyRequest): string {
      return baseUrlOf(request, this.services.config.server.public_base_url);
    }
  }
  return ScimController;
}
