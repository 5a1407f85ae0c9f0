import type { ResponsesRequest } from '@multilane/contracts';
import { responsesRequestSchema, validateResponsesRequest } from '@multilane/validation';
import { CHAT_FORMAT } from '../chat/chat.endpoint.js';
import type { EndpointDescriptor } from '../descriptor.js';
import { findFileIds, findToolFiles, joinReferences } from '../find-file-ids.js';
import { documentPrompts } from '../prompts/document-prompts.js';
import { RESPONSES_PROMPTS } from '../prompts/prompt-formats.js';
import { echoOwnWords } from './echo-own-words.js';
import { fromChat } from './from-chat.js';
import { nameParam } from './name-param.js';
import { NativeResponsesWriter } from './native-responses-writer.js';
import { toChat } from './request/to-chat.js';
import { RESPONSES_FORMAT } from './responses-format.js';
import { ResponsesStreamWriter } from './stream/responses-stream-writer.js';

/**
 * POST /v1/responses: stateless; straight through to a provider that serves the model in this format, over chat to every other
 * (docs/contract/responses.md#native).
 */
export const RESPONSES: EndpointDescriptor<ResponsesRequest> = {
  name: 'responses',
  route: { method: 'POST', path: '/v1/responses' },
  body: 'json',
  answers: ['json', 'events'],
  docs: {
    summary: 'A response to the input. Nothing is stored.',
    answer: 'A `response`, or its events.',
    schema: documentPrompts(responsesRequestSchema),
    unsupported: [
      [
        '/v1/responses/compact',
        'The gateway does not compact conversations. Summarize the earlier items with a request of your own, and send the summary as input of POST /v1/responses.',
      ],
      [
        '/v1/responses/input_tokens',
        'Input tokens of responses are not counted in advance. POST /v1/messages/count_tokens counts those of a message, and every response reports its usage.',
      ],
    ],
    replaces: [['/v1/conversations', 'with the conversation in input']],
    unsupportedBelow:
      'Responses are not stored and cannot be retrieved. Send POST /v1/responses with the conversation in input.',
  },
  format: RESPONSES_FORMAT,
  modelTypes: ['chat'],
  warmUpBodies: [{ instructions: 'Answer in one sentence.', input: 'What does a gateway do?' }],
  source: 'workspace',
  prompts: RESPONSES_PROMPTS,
  validate: validateResponsesRequest,
  findReferences: (request) => joinReferences(findFileIds(request.input, 'input'), findToolFiles(request)),
  bridge: {
    format: CHAT_FORMAT,
    toChat,
    nameParam,
    fromChat,
    startStream: (request, facts) => new ResponsesStreamWriter(request, facts),
  },
  finish: echoOwnWords,
  startNativeStream: (facts, request) => new NativeResponsesWriter(facts, request),
};
