import type { WireQuirks } from '../wire-quirks.js';

/** The reference provider: https://developers.openai.com/api/reference/resources/chat */
export const REFERENCE_QUIRKS: WireQuirks = {
  streamUsage: 'option',
  keepsUsageOnChoices: true,
  knowsDeveloperRole: true,
  renames: {},
  omits: [],
  omitsDefaults: [],
  ignores: [],
  withholdsTools: false,
  sentReasoning: 'reasoning_content',
  knowsSignatures: false,
  callIds: { atMost: 40 },
  tokenLimit: 'max_completion_tokens',
  joinsTexts: false,
  refusesNames: false,
  refusesMembers: [],
  uniqueCallIds: false,
  members: [
    'audio',
    'metadata',
    'modalities',
    'prediction',
    'prompt_cache_key',
    'prompt_cache_options',
    'prompt_cache_retention',
    'safety_identifier',
    'service_tier',
    'store',
    'verbosity',
  ],
};
