import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const STEPFUN_MANIFEST: ProviderManifest<'stepfun'> = {
  kind: 'stepfun',
  group: 'R',
  name: 'StepFun',
  documentation: 'https://platform.stepfun.ai/docs/en/quickstart/overview',
  defaultBaseUrl: 'https://api.stepfun.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'STEP_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'stepfun' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['step-3.7-flash', 'step-3.5-flash'],
  // platform.stepfun.ai/docs/en/api-reference/chat/chat-completion-create: `max_tokens`, `reasoning`.
  wire: { tokenLimit: 'max_tokens', sentReasoning: 'reasoning' },
};
