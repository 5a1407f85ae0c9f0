import type { ResponsesRequest } from '@multilane/contracts';
import { validateResponsesRequest } from '@multilane/validation';
import type { Surface } from '../surface.js';
import { fromChat } from './from-chat.js';
import { nameParam } from './name-param.js';
import { ResponsesStreamWriter } from './responses-stream-writer.js';
import { toChat } from './to-chat.js';

/**
 * POST /v1/responses: stateless, and always over chat, so that it works on every provider
 * (docs/contract/responses.md#request).
 */
export const RESPONSES: Surface<ResponsesRequest> = {
  name: 'responses',
  path: '/v1/responses',
  endpoint: undefined,
  modelTypes: ['chat'],
  source: 'workspace',
  validate: validateResponsesRequest,
  bridge: {
    toChat,
    nameParam,
    fromChat,
    startStream: (request, facts) => new ResponsesStreamWriter(request, facts),
  },
};
