import { GatewayError } from '@multilane/errors';
import type { VoicesRequest } from '@multilane/providers';
import type { EndpointDescriptor } from '../descriptor.js';
import { exchangeFormat } from '../exchange-format.js';

/** Names of models have no more characters. */
const LONGEST_MODEL = 512;

/** GET /v1/audio/voices?model= (docs/contract/media.md#voices). */
export const AUDIO_VOICES: EndpointDescriptor<VoicesRequest> = {
  name: 'audio.voices',
  route: { method: 'GET', path: '/v1/audio/voices' },
  recordedAs: 'read',
  body: 'none',
  query: { model: 'A speech model, by any of its names.' },
  answers: ['json'],
  docs: {
    summary: 'The voices that a speech model speaks in.',
    answer: 'Voices of the reference, of the model and of its provider.',
    schema: undefined,
  },
  format: undefined,
  exchange: exchangeFormat('voices', 'voices', 'nothing'),
  modelTypes: ['speech'],
  source: 'workspace-then-catalog',
  validate(_body, _params, query) {
    const names = query?.getAll('model') ?? [];
    const [model = ''] = names;
    if (names.length <= 1 && model !== '' && model.length <= LONGEST_MODEL) return { model };
    const message = 'The query must name one speech model: GET /v1/audio/voices?model=….';
    throw new GatewayError('invalid_value', { param: 'model', message });
  },
};
