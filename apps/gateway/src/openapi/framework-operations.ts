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
