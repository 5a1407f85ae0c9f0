import type { CompletionsRequest } from '@multilane/contracts';
import { completionsRequestSchema, validateCompletionsRequest } from '@multilane/validation';
import { ChoiceTexts } from '../../guarding/streams/stream-texts.js';
import { mapMembers } from '../../guarding/texts/member-texts.js';
import { CHAT_FORMAT, ReferenceStreamWriter } from '../chat/chat.endpoint.js';
import { mapChatAnswer } from '../chat/chat-texts.js';
import type { EndpointDescriptor } from '../descriptor.js';
import { CompletionsStreamRewriter } from './completions-stream-rewriter.js';
import { nameParam } from './name-param.js';
import { toChat } from './to-chat.js';
import { toTextCompletion } from './to-text-completion.js';
import { TextStreamWriter } from './write-text-stream.js';

const PROMPT: ReadonlySet<string> = new Set(['prompt', 'suffix']);

/**
 * POST /v1/completions: passed through for group R, over chat for every other provider
 * (docs/contract/completions.md#completions).
 */
export const COMPLETIONS: EndpointDescriptor<CompletionsRequest> = {
  name: 'completions',
  route: { method: 'POST', path: '/v1/completions' },
  body: 'json',
  answers: ['json', 'events'],
  docs: {
    summary: 'A text completion.',
    answer: 'A `text_completion`, or its chunks.',
    schema: completionsRequestSchema,
  },
  format: {
    key: 'completions',
    operation: 'text_completion',
    texts: {
      isGuarded: true,
      mapRequest: (request, map) => mapMembers(request, PROMPT, map),
      tokenMember: 'prompt',
      answer: {
        map: mapChatAnswer,
        startRewriter: (session) => new CompletionsStreamRewriter(session),
        startTexts: () => new ChoiceTexts(),
      },
      isAnswerStored: true,
    },
    isCacheable: true,
    billing: 'tokens',
    isGenerative: true,
    reportsUsage: false,
  },
  modelTypes: ['completion', 'chat'],
  source: 'catalog',
  validate: validateCompletionsRequest,
  bridge: {
    format: CHAT_FORMAT,
    toChat,
    nameParam,
    fromChat: (completion, _request, facts) => toTextCompletion(completion, facts),
    startStream: (request, facts) => new TextStreamWriter(request, facts),
  },
  startNativeStream: () => new ReferenceStreamWriter(),
};
