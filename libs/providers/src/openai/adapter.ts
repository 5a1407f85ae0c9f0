import { createCompletionsCodec } from './completions-codec.js';
import { createAdapter } from './create-adapter.js';
import { MODERATIONS_CODEC } from './moderations-codec.js';
import { REFERENCE_QUIRKS } from './wire-quirks.js';

/** The reference provider. With the base URL `…/openai/v1` of an Azure resource it also reaches Azure's v1 API. */
export const OPENAI = createAdapter('openai', 'https://api.openai.com/v1', REFERENCE_QUIRKS, {
  completions: createCompletionsCodec(REFERENCE_QUIRKS),
  moderations: MODERATIONS_CODEC,
});
