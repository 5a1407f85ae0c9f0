import { originOf } from '@multilane/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown } from './protocol/etag.js';
import type { Query } from './protocol/list-request.js';
import { isMembers, type Resource } from './protocol/resource.js';
import type { ResourceSchema } from './protocol/resource-schema.js';
import { readSelection, selectAttributes } from './protocol/select-attributes.js';
import { SCIM_TYPE } from './scim-type.js';

const PATH = '/scim/v2';

/** Returns the address of SCIM, as the client sees it. */
export function baseUrlOf({ protocol, host }: FastifyRequest, publicBaseUrl: string | undefined): string {
  const origin = publicBaseUrl === undefined ? originOf(protocol, host) : new URL(publicBaseUrl).origin;
  return `${origin ?? ''}${PATH}`;
}

/** Answers with a resource: its version as ETag, its place, and of it what was asked for. */
export function answerResource(
  schema: ResourceSchema,
  resource: Resource,
  query: Query,
  request: FastifyRequest,
  reply: FastifyReply,
): Resource | undefined {
  const { version, location } = isMembers(resource.meta) ? resource.meta : {};
  reply.header('content-type', SCIM_TYPE).header('etag', String(version));
  if (reply.statusCode === 201) reply.header('location', String(location));
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && isKnown(request.headers['if-none-match'], String(version))) {
    reply.status(304);
    return undefined;
  }
  return selectAttributes(resource, readSelection(schema, query));
}
