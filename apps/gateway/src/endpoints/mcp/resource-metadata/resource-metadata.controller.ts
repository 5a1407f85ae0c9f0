import { GatewayError } from '@multilane/errors';
import { pathOf } from '@multilane/http';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  describeResource,
  METADATA_PATH,
  RESOURCE_SERVICES,
  type ResourceServices,
  resourceSettings,
} from './resource-metadata.js';

/** Serves the metadata by which a client of MCP finds the sign-in service. It needs no credential, and answers everyone alike. */
@Controller('.well-known/oauth-protected-resource')
export class ResourceMetadataController {
  constructor(@Inject(RESOURCE_SERVICES) private readonly services: ResourceServices) {}

  @Get()
  describe(@Res() reply: FastifyReply): void {
    this.answer('', reply);
  }

  @Get('*')
  describeBelow(@Req() { url }: FastifyRequest, @Res() reply: FastifyReply): void {
    this.answer(pathOf(url).slice(METADATA_PATH.length), reply);
  }

  private answer(path: string, reply: FastifyReply): void {
    const metadata = describeResource(path, resourceSettings(this.services));
    if (metadata === undefined) {
      throw new GatewayError('not_found', { message: 'This resource has no metadata that are public.' });
    }
    void reply.header('cache-control', 'public, max-age=300').send(metadata);
  }
}
