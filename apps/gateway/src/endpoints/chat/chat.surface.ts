import type { ChatRequest } from '@multilane/contracts';
import { validateChatRequest } from '@multilane/validation';
import { ReferenceStreamWriter } from '../reference-stream-writer.js';
import type { Surface } from '../surface.js';

const WRITER = new ReferenceStreamWriter();

/** POST /v1/chat/completions: the reference format, which every chat adapter translates itself. */
export const CHAT: Surface<ChatRequest> = {
  name: 'chat.completions',
  path: '/v1/chat/completions',
  endpoint: 'chat',
  modelTypes: ['chat'],
  source: 'workspace',
  validate: validateChatRequest,
  startNativeStream: () => WRITER,
};
