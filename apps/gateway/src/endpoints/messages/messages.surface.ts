import type { MessagesRequest } from '@multilane/contracts';
import { validateMessagesRequest } from '@multilane/validation';
import type { Surface } from '../surface.js';
import { decodeCompletion } from './decode-completion.js';
import { encodeChatRequest } from './encode-chat-request.js';
import { nameEffort } from './encode-effort.js';
import { leaveOutHints } from './leave-out-hints.js';
import { nameParam } from './name-param.js';
import { NativeStreamWriter } from './native-stream-writer.js';
import { MessageStreamWriter } from './write-message-stream.js';

/**
 * POST /v1/messages (docs/contract/messages.md#endpoint): straight through to the
 * messages-native provider, over chat to every other.
 */
export const MESSAGES: Surface<MessagesRequest> = {
  name: 'messages',
  path: '/v1/messages',
  endpoint: 'messages',
  modelTypes: ['chat'],
  source: 'workspace',
  validate: validateMessagesRequest,
  bridge: {
    toChat: (request, group, losses) =>
      leaveOutHints(encodeChatRequest(request, group, losses), group, nameEffort(request), losses),
    nameParam,
    fromChat: decodeCompletion,
    startStream: (request, facts) => new MessageStreamWriter(request, facts),
  },
  startNativeStream: (facts) => new NativeStreamWriter(facts),
};
