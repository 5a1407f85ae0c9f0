import type { AnyRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { CHAT } from '../chat/chat.endpoint.js';
import { COMPLETIONS } from '../completions/completions.endpoint.js';
import type { EndpointDescriptor } from '../descriptor.js';
import { MESSAGES } from '../messages/messages.endpoint.js';
import { RESPONSES } from '../responses/responses.endpoint.js';

/**
 * POST /v1/async/…: requests that run later (docs/contract/async.md#requests). They are checked as those of the endpoint that they
 * run at, with the models of the catalog alone, and answered with a job.
 */
export const ASYNC_ENDPOINTS: readonly EndpointDescriptor[] = [CHAT, COMPLETIONS, RESPONSES, MESSAGES].map((endpoint) =>
  toAsync(endpoint),
);

function toAsync(endpoint: EndpointDescriptor): EndpointDescriptor {
  const { bridge, docs, errors, route } = endpoint;
  const runsLaterAt: EndpointDescriptor = { ...endpoint, source: 'catalog' };
  return {
    ...runsLaterAt,
    name: 'async.jobs',
    route: { ...route, path: route.path.replace('/v1/', '/v1/async/') },
    answers: ['json'],
    ...(bridge && { bridge: { ...bridge, startStream: undefined } }),
    startNativeStream: undefined,
    docs: {
      summary: `Queues a request of ${route.path}, to be answered later.`,
      answer: 'A job.',
      schema: docs.schema && {
        ...docs.schema,
        properties: { ...(docs.schema.properties as object), webhook_url: { type: ['string', 'null'], format: 'uri' } },
      },
    },
    validate: (body, params) => endpoint.validate(withoutWebhook(body), params),
    ...(errors && { errors }),
    runsLaterAt,
  };
}

/** The request as the endpoint knows it. */
function withoutWebhook(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { webhook_url: webhookUrl, ...request } = body as AnyRequest;
  if (request.stream === true) {
    throw new GatewayError('unsupported_parameter', {
      param: 'stream',
      message: 'Asynchronous requests are not streamed. Leave out `stream`, or use the synchronous endpoint.',
    });
  }
  if (webhookUrl !== undefined && webhookUrl !== null && typeof webhookUrl !== 'string') {
    throw new GatewayError('invalid_value', { param: 'webhook_url', message: '`webhook_url` must be a string.' });
  }
  return request;
}
