import { CHECK_ANSWERS } from '@multilane/http';
import { refusals } from './refusals.js';

type Operation = Readonly<Record<string, unknown>>;

const answers = (description: string, type = 'application/json'): Operation => ({
  '200': { description, content: { [type]: { schema: { type: type === 'application/json' ? 'object' : 'string' } } } },
});

const open = (tag: string, summary: string, type?: string): { get: Operation } => ({
  get: { summary, tags: [tag], security: [], responses: answers(summary, type) },
});

const check = (summary: string): { get: Operation } => ({
  get: { summary, tags: ['Service'], security: [], responses: CHECK_ANSWERS },
});

const inPath = (name: string): Operation => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const inQuery = (name: string, schema: Operation): Operation => ({ name, in: 'query', schema });

const ASYNC_REFUSALS = refusals('400', '401', '403', '404', '503');

/** The operations that models are not asked in. */
export const FRAMEWORK_OPERATIONS: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  '/v1/models': {
    get: {
      summary: 'Models that the credential may use, including aliases.',
      tags: ['Models'],
      responses: { ...answers('A list of models.'), ...refusals('400', '401', '403') },
    },
  },
  '/v1/models/{model}': {
    get: {
      summary: 'One model.',
      tags: ['Models'],
      parameters: [
        { name: 'model', in: 'path', required: true, schema: { type: 'string' }, description: 'May contain slashes.' },
      ],
      responses: { ...answers('The model.'), ...refusals('401', '403', '404') },
    },
  },
  '/.well-known/oauth-protected-resource': {
    get: {
      summary: 'Who signs people in (RFC 9728).',
      tags: ['MCP'],
      security: [],
      responses: { ...answers('The metadata.'), ...refusals('404') },
    },
  },
  '/.well-known/oauth-protected-resource/{resource}': {
    get: {
      summary: 'Who signs people in to MCP, or to one of its servers (RFC 9728).',
      tags: ['MCP'],
      security: [],
      parameters: [{ ...inPath('resource'), description: 'The path of the resource, without its first slash.' }],
      responses: { ...answers('The metadata.'), ...refusals('404') },
    },
  },
  '/v1/media/{id}': {
    get: {
      summary: 'An image that was answered by address.',
      tags: ['Media'],
      security: [],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        {
          name: 'expires',
          in: 'query',
          required: true,
          schema: { type: 'integer' },
          description: 'Seconds since the epoch.',
        },
        { name: 'signature', in: 'query', required: true, schema: { type: 'string' } },
      ],
      responses: { ...answers('The bytes of the image.', 'image/*'), ...refusals('404') },
    },
  },
  '/v1/async/jobs': {
    get: {
      summary: 'The jobs of your team or workspace, newest first.',
      tags: ['Async'],
      parameters: [
        inQuery('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
        inQuery('cursor', { type: 'string' }),
        inQuery('status', {
          type: 'string',
          enum: ['pending', 'running', 'completed', 'failed', 'cancelled', 'expired'],
        }),
      ],
      responses: { ...answers('A page of jobs, without their results.'), ...ASYNC_REFUSALS },
    },
  },
  '/v1/async/jobs/{job_id}': {
    get: {
      summary: 'A job, with its result or error once it has ended.',
      tags: ['Async'],
      parameters: [
        inPath('job_id'),
        { name: 'Prefer', in: 'header', schema: { type: 'string' }, description: '`wait=30` waits up to 60 seconds.' },
      ],
      responses: { ...answers('The job.'), ...ASYNC_REFUSALS },
    },
    delete: {
      summary: 'Cancels a job that has not ended.',
      tags: ['Async'],
      parameters: [inPath('job_id')],
      responses: { ...answers('The job.'), ...ASYNC_REFUSALS },
    },
  },
  '/v1/async/jobs/{job_id}/deliveries': {
    get: {
      summary: 'The deliveries of the webhook of a job.',
      tags: ['Async'],
      parameters: [inPath('job_id')],
      responses: { ...answers('A list of deliveries.'), ...ASYNC_REFUSALS },
    },
  },
  '/v1/async/jobs/{job_id}/deliveries/{delivery_id}/resend': {
    post: {
      summary: 'Sends a webhook again, under the same event id.',
      tags: ['Async'],
      parameters: [inPath('job_id'), inPath('delivery_id')],
      responses: {
        '202': { description: 'The new delivery.', content: { 'application/json': { schema: { type: 'object' } } } },
        ...ASYNC_REFUSALS,
        ...refusals('429'),
      },
    },
  },
  '/': open('Service', 'What this service is, and where its API begins; a page for browsers.'),
  '/health': check('Whether the process answers.'),
  '/healthz': check('Whether the process answers.'),
  '/ready': check('Whether it should be sent traffic.'),
  '/readyz': check('Whether it should be sent traffic.'),
  '/version': open('Service', 'What was built, and which configuration it runs.'),
  '/metrics': open('Service', 'Prometheus metrics.', 'text/plain'),
  '/openapi.json': open('Service', 'This document.'),
  '/docs': open('Service', 'This document as a page.', 'text/html'),
};
