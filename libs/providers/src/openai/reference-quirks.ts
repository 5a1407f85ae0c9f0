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
  callIdLength: undefined,
};
