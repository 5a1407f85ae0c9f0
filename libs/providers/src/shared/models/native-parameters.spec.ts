import { describe, expect, test } from '@jest/globals';
import { UNNAMED_LOSSES } from '../losses.js';
import { refuseUnknownParameters } from './native-parameters.js';

const REQUEST = { model: 'm', messages: [] };

describe('refuseUnknownParameters', () => {
  test.each([
    { temperature: 1, reasoning_effort: 'low', user: 'u' },
    { metadata: { a: 'b' }, store: false, prompt_cache_key: 'k', service_tier: 'flex', verbosity: 'low' },
    { modalities: ['text'], audio: null, functions: null },
    { top_k: 5 },
  ])('lets pass what is translated, hints, and members that ask for nothing: %j', (extra) => {
    expect(() => refuseUnknownParameters({ ...REQUEST, ...extra }, UNNAMED_LOSSES)).not.toThrow();
  });

  test.each([
    ['modalities', { modalities: ['text', 'audio'] }],
    ['audio', { audio: { voice: 'alloy' } }],
    ['min_p', { min_p: 0.5 }],
    ['first', { first: true, second: true }],
  ])('rejects %s by its name', (param, extra) => {
    expect(() => refuseUnknownParameters({ ...REQUEST, ...extra }, UNNAMED_LOSSES)).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param }),
    );
  });
});
