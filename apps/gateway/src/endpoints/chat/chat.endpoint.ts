import type { ChatRequest } from '@multilane/contracts';
import { chatRequestSchema, validateChatRequest } from '@multilane/validation';
import { ChoiceTexts } from '../../guarding/streams/stream-texts.js';
import type { EndpointDescriptor, ProviderFormat } from '../descriptor.js';
import { ReferenceStreamWriter } from '../reference-stream-writer.js';
import { ChatStreamRewriter } from './chat-stream-rewriter.js';
import { mapChatAnswer, mapChatRequest } from './chat-texts.js';
import { checkParameters } from './check-parameters.js';

/** What every provider of chat models is asked in. */
export const CHAT_FORMAT: ProviderFormat = {
  key: 'chat',
  operation: 'chat',
  texts: {
    isGuarded: true,
    mapRequest: mapChatRequest,
    answer: {
      map: mapChatAnswer,
      startRewriter: (session) => new ChatStreamRewriter(session),
      startTexts: () => new ChoiceTexts(),
    },
    isAnswerStored: true,
  },
  isCacheable: true,
  billing: 'tokens',
  isGenerative: true,
  isUsageTold: false,
  check: checkParameters,
};

const WRITER = new ReferenceStreamWriter();

/** POST /v1/chat/completions: the reference format, which every chat adapter translates itself. */
export const CHAT: EndpointDescriptor<ChatRequest> = {
  name: 'chat.completions',
  route: { method: 'POST', path: '/v1/chat/completions' },
  body: 'json',
  answers: ['json', 'events'],
  docs: {
    summary: 'A chat completion.',
    answer: 'A `chat.completion`, or its chunks.',
    schema: chatRequestSchema,
  },
  format: CHAT_FORMAT,
  modelTypes: ['chat'],
  source: 'workspace',
  validate: validateChatRequest,
  startNativeStream: () => WRITER,
};
