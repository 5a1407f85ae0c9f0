import { GatewayError } from '@multilane/errors';
import type { SocketRequest } from '@multilane/providers';
import type { EndpointDescriptor } from '../descriptor.js';
import { rulesOf } from '../exchange-format.js';
import { readModelName } from '../stored-objects.js';

/** Names of parameters have few characters, and values are ids. */
const LONGEST_VALUE = 512;

const readSocketRequest: EndpointDescriptor<SocketRequest>['validate'] = (body, _params, _query, headers) => {
  if (body === undefined) {
    throw new GatewayError('upgrade_required', { headers: { upgrade: 'websocket', connection: 'Upgrade' } });
  }
  const request = body as SocketRequest;
  const { intent, call_id: call } = request.query;
  const model = request.query.model || readModelName(undefined, headers);
  for (const [name, value] of Object.entries(request.query)) {
    if (name.length <= LONGEST_VALUE && value.length <= LONGEST_VALUE) continue;
    throw new GatewayError('invalid_value', { param: 'query', message: 'A query parameter is too long.' });
  }
  if (call === '') throw new GatewayError('invalid_value', { param: 'call_id', message: '`call_id` is empty.' });
  // The model of a call is remembered, and one that transcribes is named in the session.
  if (model === undefined && (call !== undefined || intent === 'transcription')) return request;
  if (model === undefined) {
    throw new GatewayError('missing_model', {
      param: 'model',
      message: 'Name the model in the query: /v1/realtime?model=<name>.',
    });
  }
  if (intent !== undefined && call !== undefined) {
    throw new GatewayError('invalid_value', { param: 'call_id', message: 'Send `intent` or `call_id`, not both.' });
  }
  return { ...request, model };
};

/** GET /v1/realtime (docs/contract/realtime.md#realtime): served by the upgrade; a plain GET gets an error that says so. */
export const REALTIME: EndpointDescriptor<SocketRequest> = {
  name: 'realtime',
  route: { method: 'GET', path: '/v1/realtime' },
  body: 'none',
  answers: ['socket'],
  docs: {
    summary: 'A WebSocket to a realtime model, which the query parameter `model` names.',
    answer: 'The upgrade to a WebSocket, with status 101.',
    schema: undefined,
  },
  format: undefined,
  socket: { key: 'realtime', ...rulesOf('realtime', 'requests') },
  modelTypes: ['realtime', 'transcription'],
  source: 'catalog',
  validate: readSocketRequest,
  findReferences: ({ query: { call_id: id } }) =>
    id === undefined ? undefined : [{ kind: 'realtime_call', id, param: 'call_id' }],
};
