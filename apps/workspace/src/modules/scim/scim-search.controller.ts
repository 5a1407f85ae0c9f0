import { Body, Controller, Header, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequireScimToken } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import {
  type ListRequest,
  readListRequest,
  readSearch,
  sortResources,
  toListResponse,
} from './protocol/list-request.js';
import type { Resource } from './protocol/resource.js';
import { GROUP_SCHEMA, USER_SCHEMA } from './protocol/resource-schema.js';
import { readSelection, selectAttributes } from './protocol/select-attributes.js';
import { baseUrlOf } from './scim-answer.js';
import { SearchesScim } from './scim-docs.decorator.js';
import { ScimGroupsService } from './scim-groups.service.js';
import { SCIM_TYPE } from './scim-type.js';
import { ScimUsersService } from './scim-users.service.js';

/** Searches users and groups at once (RFC 7644 section 3.4.2.1): users come first, unless an order is asked for. */
@Controller('scim/v2')
@RequireScimToken()
export class ScimSearchController {
  constructor(
    @Inject(ScimUsersService) private readonly users: ScimUsersService,
    @Inject(ScimGroupsService) private readonly groups: ScimGroupsService,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  @Post('.search')
  @Header('content-type', SCIM_TYPE)
  @SearchesScim()
  async search(
    @FromRequester() requester: Requester,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<object> {
    const query = readSearch(body);
    const baseUrl = baseUrlOf(request, this.services.config.server.public_base_url);
    const byUser = readListRequest(USER_SCHEMA, query);
    const byGroup = readListRequest(GROUP_SCHEMA, query);
    const { offset, count } = byUser;
    const users = await this.users.list(requester, reachTo(byUser), baseUrl);
    const groups = await this.groups.list(requester, reachTo(byGroup), baseUrl, true);
    const [showUser, showGroup] = [readSelection(USER_SCHEMA, query), readSelection(GROUP_SCHEMA, query)];
    const found: readonly Resource[] = [...users.resources, ...groups.resources];
    const ordered = byUser.sortBy === undefined ? found : sortResources(found, byUser);
    const page = ordered.slice(offset, offset + count);
    const isUser = new Set<Resource>(users.resources);
    return toListResponse(
      page.map((resource) => selectAttributes(resource, isUser.has(resource) ? showUser : showGroup)),
      users.total + groups.total,
      offset,
    );
  }
}

/** Extends a list to its beginning: the resources before the page may be of either kind. */
function reachTo(request: ListRequest): ListRequest {
  return { ...request, offset: 0, count: request.offset + request.count };
}
