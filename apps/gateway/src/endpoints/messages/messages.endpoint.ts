import type { MessagesRequest } from '@multilane/contracts';
import { readTurnsOf } from '@multilane/policy';
import { messagesRequestSchema, validateMessagesRequest } from '@multilane/validation';
import { CHAT_FORMAT } from '../chat/chat.endpoint.js';
import type { EndpointDescriptor } from '../descriptor.js';
import { findFileIds } from '../find-file-ids.js';
import { documentPrompts } from '../prompts/document-prompts.js';
import { MESSAGES_PROMPTS } from '../prompts/prompt-formats.js';
import { decodeCompletion } from './decode-completion.js';
import { MessagesStreamRewriter } from './messages-stream-rewriter.js';
import { MessagesStreamTexts } from './messages-stream-texts.js';
import { mapMessagesAnswer, mapMessagesRequest } from './messages-texts.js';
import { nameParam } from './name-param.js';
import { NativeStreamWriter } from './native-stream-writer.js';
import { encodeChatRequest } from './request/encode-chat-request.js';
import { nameEffort } from './request/encode-effort.js';
import { leaveOutHints } from './request/leave-out-hints.js';
import { MESSAGES_STREAMED_USAGE } from './streamed-usage.js';
import { toMessagesError, writeEvent } from './write-error.js';
import { MessageStreamWriter } from './write-message-stream.js';

/**
 * POST /v1/messages (docs/contract/messages.md#endpoint): straight through to the
 * messages-native provider, over chat to every other.
 */
export const MESSAGES: EndpointDescriptor<MessagesRequest> = {
  name: 'messages',
  route: { method: 'POST', path: '/v1/messages' },
  body: 'json',
  answers: ['json', 'events'],
  docs: {
    summary: 'A message in the native messages format.',
    answer: 'A message, or its events.',
    schema: documentPrompts(messagesRequestSchema),
  },
  format: {
    key: 'messages',
    operation: 'chat',
    texts: {
      isGuarded: true,
      mapRequest: mapMessagesRequest,

      answer: {
        map: mapMessagesAnswer,
        startRewriter: (session) => new MessagesStreamRewriter(session),
        startTexts: () => new MessagesStreamTexts(),
      },
      isAnswerStored: true,
    },
    isCacheable: true,
    readTurns: readTurnsOf('messages'),
    billing: 'tokens',
    isGenerative: true,
    reportsUsage: false,
    streamedUsage: MESSAGES_STREAMED_USAGE,
    parameterPlaces: {
      parallel_tool_calls: [['tool_choice', 'disable_parallel_tool_use']],
      reasoning_effort: [['thinking'], ['output_config', 'effort']],
      stop: [['stop_sequences']],
      user: [['metadata', 'user_id']],
      // Other things of the same name.
      metadata: [],
    },
  },
  modelTypes: ['chat'],
  warmUpBodies: [{ messages: [{ role: 'user', content: 'What does a gateway do?' }], max_tokens: 200 }],
  source: 'workspace',
  prompts: MESSAGES_PROMPTS,
  validate: validateMessagesRequest,
  findReferences: ({ messages }) => findFileIds(messages, 'messages'),
  bridge: {
    format: CHAT_FORMAT,
    ownParameters: ['speed', 'inference_geo'],
    toChat: (request, group, losses, facts) =>
      leaveOutHints(encodeChatRequest(request, group, losses, facts), group, nameEffort(request), losses),
    nameParam,
    fromChat: decodeCompletion,
    showsPrompt: true,
    startStream: (request, facts) => new MessageStreamWriter(request, facts),
  },
  startNativeStream: (facts) => new NativeStreamWriter(facts),
  signOfLife: writeEvent({ type: 'ping' }),
  errors: { toBody: toMessagesError, requestIdHeader: 'request-id' },
};
