import type { CompletionsRequest } from '@multilane/contracts';
import { validateCompletionsRequest } from '@multilane/validation';
import { ReferenceStreamWriter } from '../reference-stream-writer.js';
import type { Surface } from '../surface.js';
import { nameParam } from './name-param.js';
import { toChat } from './to-chat.js';
import { toTextCompletion } from './to-text-completion.js';
import { TextStreamWriter } from './write-text-stream.js';

/**
 * POST /v1/completions: passed through for group R, over chat for every other provider
 * (docs/contract/completions.md#completions).
 */
export const COMPLETIONS: Surface<CompletionsRequest> = {
  name: 'completions',
  path: '/v1/completions',
  endpoint: 'completions',
  modelTypes: ['completion', 'chat'],
  source: 'catalog',
  validate: validateCompletionsRequest,
  bridge: {
    toChat,
    nameParam,
    fromChat: (completion, _request, facts) => toTextCompletion(completion, facts),
    startStream: (request, facts) => new TextStreamWriter(request, facts),
  },
  startNativeStream: () => new ReferenceStreamWriter(),
};
