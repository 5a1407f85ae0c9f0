import { ERROR_SCHEMA, type OpenApiDocument } from '@multilane/http';
import { REQUEST_SCHEMAS, toPlainSchema } from '@multilane/validation';
import { INFERENCE_ROUTES } from '../endpoints/inference-routes.js';
import { FRAMEWORK_OPERATIONS } from './framework-operations.js';
import { INFERENCE_WORDS } from './inference-words.js';
import { refusals } from './refusals.js';

const DESCRIPTION =
  'Inference in the reference wire format and in the native messages format, whoever serves the model. ' +
  'Optional members that are null are as good as absent; members that a schema does not name go through to providers ' +
  'of the reference format.';

/** The OpenAPI 3.1 document of the data plane: from the table of its routes and the schemas that its bodies are held to. */
export function buildDocument(version: string): OpenApiDocument {
  const inference = [...INFERENCE_ROUTES.keys()].map((path) => [path, { post: describeInference(path) }]);
  return {
    openapi: '3.1.0',
    info: { title: 'Multilane gateway', version, description: DESCRIPTION },
    security: [{ bearer: [] }, { session: [] }],
    paths: { ...Object.fromEntries(inference), ...FRAMEWORK_OPERATIONS },
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, PAT, VAT or JWT.' },
        session: { type: 'apiKey', in: 'cookie', name: 'ml_session', description: 'A console session.' },
      },
    },
  };
}

function describeInference(path: string): Record<string, unknown> {
  const { summary, answer, streams } = INFERENCE_WORDS[path] ?? {
    summary: path,
    answer: 'The answer.',
    streams: false,
  };
  const schema = toPlainSchema(REQUEST_SCHEMAS[path] ?? {});
  const stream = { 'text/event-stream': { schema: { type: 'string', description: 'Server-sent events.' } } };
  return {
    operationId: path.slice('/v1/'.length).replaceAll('/', '_'),
    summary,
    tags: ['Inference'],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '200': {
        description: answer,
        content: { 'application/json': { schema: { type: 'object' } }, ...(streams ? stream : {}) },
      },
      ...refusals('400', '401', '402', '403', '404', '413', '429', '502', '503', '504'),
    },
  };
}
