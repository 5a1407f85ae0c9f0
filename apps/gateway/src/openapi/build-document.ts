import { ERROR_SCHEMA, type OpenApiDocument } from '@multilane/http';
import { toPlainSchema } from '@multilane/validation';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import { ENDPOINTS } from '../endpoints/endpoints.js';
import { FRAMEWORK_OPERATIONS } from './framework-operations.js';
import { refusals } from './refusals.js';

const DESCRIPTION =
  'Inference in the reference wire format and in the native messages format, whoever serves the model. ' +
  'Optional members that are null are as good as absent; members that a schema does not name go through to providers ' +
  'of the reference format.';

/** The OpenAPI 3.1 document of the data plane: from the table of its routes and the schemas that its bodies are held to. */
export function buildDocument(version: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Multilane gateway', version, description: DESCRIPTION },
    security: [{ bearer: [] }, { session: [] }],
    paths: { ...describeEndpoints(), ...FRAMEWORK_OPERATIONS },
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, PAT, VAT or JWT.' },
        session: { type: 'apiKey', in: 'cookie', name: 'ml_session', description: 'A console session.' },
      },
    },
  };
}

function describeEndpoints(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of ENDPOINTS) {
    const { method, path } = endpoint.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeEndpoint(endpoint) };
  }
  return paths;
}

function describeEndpoint(endpoint: EndpointDescriptor): Record<string, unknown> {
  const { answers, docs, query = {}, route } = endpoint;
  const schema = { type: 'string' };
  const parameters = [
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema })),
  ];
  return {
    operationId: operationIdOf(endpoint),
    summary: docs.summary,
    tags: [tagOf(endpoint)],
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(endpoint),
    responses: {
      '200': { description: docs.answer, content: Object.fromEntries(answers.flatMap(describeAnswer)) },
      ...refusals('400', '401', '402', '403', '404', '413', '429', '502', '503', '504'),
    },
  };
}

function tagOf({ isA2a, isMcp }: EndpointDescriptor): string {
  if (isMcp) return 'MCP';
  return isA2a ? 'A2A' : 'Inference';
}

function operationIdOf({ route: { method, path } }: EndpointDescriptor): string {
  const words = path
    .replace(/^\/(v1\/)?/, '')
    .replaceAll(/[/.-]+/g, '_')
    .replaceAll(/[{}]/g, '');
  return method === 'POST' ? words : `${method.toLowerCase()}_${words}`;
}

const MEDIA_TYPES = {
  json: ['application/json'],
  multipart: ['multipart/form-data'],
  form: ['multipart/form-data', 'application/json'],
  sdp: ['multipart/form-data', 'application/sdp'],
  bytes: ['application/octet-stream'],
};

function describeBody({ body, docs: { schema = {} } }: EndpointDescriptor): Record<string, unknown> {
  if (body === 'none') return {};
  const described = { schema: toPlainSchema(schema) };
  const content = Object.fromEntries(MEDIA_TYPES[body].map((type) => [type, described]));
  return { requestBody: { required: true, content } };
}

function describeAnswer(answer: EndpointDescriptor['answers'][number]): [string, unknown][] {
  switch (answer) {
    case 'json':
      return [['application/json', { schema: { type: 'object' } }]];
    case 'events':
      return [['text/event-stream', { schema: { type: 'string', description: 'Server-sent events.' } }]];
    case 'bytes':
      return [['application/octet-stream', { schema: { type: 'string', format: 'binary' } }]];
    case 'sdp':
      return [['application/sdp', { schema: { type: 'string' } }]];
    case 'socket':
      return [];
  }
}
