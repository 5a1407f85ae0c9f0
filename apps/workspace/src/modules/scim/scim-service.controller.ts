import { GatewayError } from '@multilane/errors';
import { Controller, Get, Header, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequireScimToken } from '../../access/access.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { describeResourceTypes, describeSchemas, describeService } from './describe-service.js';
import { toListResponse } from './protocol/list-request.js';
import type { Resource } from './protocol/resource.js';
import { baseUrlOf } from './scim-answer.js';
import { AnswersScim } from './scim-docs.decorator.js';
import { SCIM_TYPE } from './scim-type.js';

/** Describes the SCIM service, and its kinds of resources (RFC 7644 section 4). */
@Controller('scim/v2')
@RequireScimToken()
export class ScimServiceController {
  constructor(@Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices) {}

  @Get('ServiceProviderConfig')
  @Header('content-type', SCIM_TYPE)
  @AnswersScim('What this service can do of SCIM.')
  config(@Req() request: FastifyRequest): object {
    return describeService(this.baseUrl(request));
  }

  @Get('ResourceTypes')
  @Header('content-type', SCIM_TYPE)
  @AnswersScim('Users and groups.')
  resourceTypes(@Req() request: FastifyRequest): object {
    return listAll(describeResourceTypes(this.baseUrl(request)));
  }

  @Get('ResourceTypes/:name')
  @Header('content-type', SCIM_TYPE)
  @AnswersScim('One of them.')
  resourceType(@Param('name') name: string, @Req() request: FastifyRequest): object {
    return findOne(describeResourceTypes(this.baseUrl(request)), name);
  }

  @Get('Schemas')
  @Header('content-type', SCIM_TYPE)
  @AnswersScim('What users and groups have.')
  schemas(@Req() request: FastifyRequest): object {
    return listAll(describeSchemas(this.baseUrl(request)));
  }

  @Get('Schemas/:uri')
  @Header('content-type', SCIM_TYPE)
  @AnswersScim('One of them.')
  schema(@Param('uri') uri: string, @Req() request: FastifyRequest): object {
    return findOne(describeSchemas(this.baseUrl(request)), uri);
  }

  private baseUrl(request: FastifyRequest): string {
    return baseUrlOf(request, this.services.config.server.public_base_url);
  }
}

function listAll(descriptions: readonly object[]): object {
  return toListResponse(descriptions as Resource[], descriptions.length, 0);
}

function findOne(descriptions: readonly Readonly<Record<string, unknown>>[], id: string): object {
  const found = descriptions.find((description) => description.id === id);
  if (found === undefined) throw new GatewayError('not_found');
  return found;
}
