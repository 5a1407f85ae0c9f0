import type { ProviderAdapter } from '../adapter.js';
import { createAdapter } from '../openai/create-adapter.js';
import { referencePath } from '../openai/endpoint-paths.js';
import { REALTIME_CODEC } from '../openai/realtime/realtime.js';
import { REFERENCE_ENDPOINTS } from '../openai/reference-endpoints.js';
import { REFERENCE_QUIRKS } from '../openai/reference-quirks.js';
import { createVoicesCodec, REFERENCE_VOICES } from '../shared/audio/list-voices.js';
import { DECISION_CODEC } from '../shared/systemone/decision-codec.js';
import { SIMULATED_SPEECH } from './audio/simulate-speech.js';
import { SIMULATED_TRANSCRIPTIONS } from './audio/simulate-transcription.js';
import { createSimulatedFiles } from './files/simulate-files.js';
import { createSimulatedFineTuning } from './files/simulate-fine-tuning.js';
import { SIMULATED_EDITS, SIMULATED_GENERATIONS, SIMULATED_VARIATIONS } from './images/simulate-images.js';
import { SIMULATOR_BASE_URL, SIMULATOR_MANIFEST } from './manifest.js';

/** The gateway's own check answers moderations. */
const { moderations: _builtIn, responses: _native, chatOverResponses: _translated, ...SERVED } = REFERENCE_ENDPOINTS;

/**
 * The built-in simulator speaks the reference wire format and the decision models', with no key
 * (docs/contract/providers.md#simulator and docs/contract/decision.md#providers).
 */
export const SIMULATOR: ProviderAdapter = {
  ...createAdapter(SIMULATOR_MANIFEST, REFERENCE_QUIRKS, {
    ...SERVED,
    decision: DECISION_CODEC,
  }),
  address: (_target, endpoint) => ({
    origin: SIMULATOR_BASE_URL,
    path: endpoint === 'decision' ? '/v1/systemone' : `/v1${referencePath(endpoint)}`,
  }),
  authorize: (draft) => draft,
  realtime: REALTIME_CODEC,
  // They answer by themselves: none of them sends anything.
  exchanges: {
    imageGenerations: SIMULATED_GENERATIONS,
    imageEdits: SIMULATED_EDITS,
    imageVariations: SIMULATED_VARIATIONS,
    speech: SIMULATED_SPEECH,
    voices: createVoicesCodec(REFERENCE_VOICES),
    transcriptions: SIMULATED_TRANSCRIPTIONS,
    translations: SIMULATED_TRANSCRIPTIONS,
    files: createSimulatedFiles(),
    fineTuning: createSimulatedFineTuning(),
  },
};
