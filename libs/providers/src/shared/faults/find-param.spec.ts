import { describe, expect, it } from '@jest/globals';
import { mapError } from '../failures/map-error.js';
import { anthropic, google, openai } from './documented.tools.spec.js';

describe('the field that a provider names', () => {
  it.each([
    ['its own member', openai('No.', null, 'invalid_request_error', 'top_p'), 'top_p'],
    [
      'a word in quotation marks',
      anthropic('invalid_request_error', '`temperature` is deprecated for this model.'),
      'temperature',
    ],
    ['the beginning of a sentence', anthropic('invalid_request_error', 'temperature: range: 0..1'), 'temperature'],
    [
      'the middle of a sentence',
      { code: 'x', error: 'Argument not supported on this model: presencePenalty' },
      'presence_penalty',
    ],
    ['a sentence of its own', { error: 'Model grok-4 does not support parameter stop.' }, 'stop'],
    ['a native name', { message: 'Invalid value for maxTokens', __type: 'x' }, undefined],
    [
      'a violated field',
      google(400, 'INVALID_ARGUMENT', 'No.', [{ fieldViolations: [{ field: 'generation_config.top_p' }] }]),
      'top_p',
    ],
    [
      'a path',
      anthropic('invalid_request_error', '"thinking.type.enabled" is not supported for this model.'),
      'reasoning_effort',
    ],
    ['a word that is no parameter', anthropic('invalid_request_error', 'secret: must not be said'), undefined],
    ['a quoted prompt', openai('Cannot read "my secret plan"', null), undefined],
  ])('is found as %s', (_how, body, param) => {
    expect(mapError(400, JSON.stringify(body), {}).param).toBe(param);
  });
});
