import { CHECK_ANSWERS, ERROR_SCHEMA, type OpenApiDocument } from '@multilane/http';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { RouteEntry } from '../access/list-routes.js';
import { describeAccess, errorStatusesOf } from './describe-access.js';
import { toOpenApi31 } from './to-openapi-31.js';

type Operation = Record<string, unknown> & {
  description?: string;
  parameters?: { name: string; in: string; schema?: Record<string, unknown> }[];
  responses?: Record<string, unknown>;
};

const DESCRIPTION =
  'People, tenants, credentials and policies. Errors have one envelope; lists are paged with `limit` and `cursor`.';

/** Assets of the page at /docs are no part of the API. */
const OF_THE_PAGE = '/docs/assets/{name}';

/** Routes that describe themselves to no framework, because the data plane has them too. */
const CHECKS = ['/health', '/healthz', '/ready', '/readyz'];

/** The OpenAPI 3.1 document of the control plane: from controllers, DTOs and what each route declares. */
export function buildDocument(app: INestApplication, routes: readonly RouteEntry[], version: string): OpenApiDocument {
  const settings = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Multilane workspace')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .addSecurity('session', { type: 'apiKey', in: 'cookie', name: 'ml_session', description: 'A console session.' })
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: 'An API key, PAT, VAT or JWT.' })
    .addSecurity('scim', { type: 'http', scheme: 'bearer', description: 'A SCIM token.' })
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: ERROR_SCHEMA },
  };
  delete document.paths[OF_THE_PAGE];
  for (const path of CHECKS) Object.assign(document.paths[path]?.get ?? {}, { responses: CHECK_ANSWERS });
  for (const route of routes) describeRoute(document, route);
  return toOpenApi31(document) as OpenApiDocument;
}

/** Parameter that names the workspace, on routes whose permission is checked there (access/choose-workspace.ts). */
const WORKSPACE_PARAMETER = {
  name: 'workspace_id',
  in: 'query',
  required: false,
  description: 'The workspace meant, where the credential reaches several.',
  schema: { type: 'string', format: 'uuid' },
};

function describeRoute(document: OpenAPIObject, { method, path, access }: RouteEntry): void {
  const item = document.paths[path.replace(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined;
  const operation = item?.[method.toLowerCase()];
  if (operation === undefined || access === undefined) return;
  const { security, note, permission } = describeAccess(access);
  operation.security = security;
  operation.description = [operation.description, note].filter(Boolean).join('\n\n');
  if (permission !== undefined) operation['x-permission'] = permission;
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const errors = errorStatusesOf(access).map((status) => [status, { description: 'An error.', content }]);
  operation.responses = { ...Object.fromEntries(errors), ...operation.responses };
  const isInWorkspace = access.kind === 'permission' && access.place === 'workspace';
  const isDescribed = operation.parameters?.some(({ name }) => name === WORKSPACE_PARAMETER.name);
  if (isInWorkspace && !isDescribed)
    operation.parameters = [...(operation.parameters ?? []), { ...WORKSPACE_PARAMETER }];
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'path' && /(^|_)id$/.test(parameter.name))
      parameter.schema = { type: 'string', format: 'uuid' };
  }
}
