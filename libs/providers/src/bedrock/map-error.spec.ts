import { describe, expect, test } from '@jest/globals';
import { mapError, mapException } from './map-error.js';

const TYPE = 'x-amzn-errortype';
const json = (message: string) => JSON.stringify({ message });
const REJECTED = { code: 'provider_rejected_request', retryable: false };
const CREDENTIAL = { code: 'provider_error', retryable: false };
const UNKNOWN = { code: 'provider_error', fault: 'unknown_model', retryable: false };
const TOO_LONG = { code: 'context_length_exceeded', retryable: false };
const LIMITED = { code: 'provider_rate_limited', retryable: true };

describe('mapError', () => {
  test.each<[string, number, string | undefined, string, object]>([
    ['a wrong request', 400, 'ValidationException:http://internal.amazon.com/coral/', json('Bad.'), REJECTED],
    ['an unknown model', 400, 'ValidationException', json('The provided model identifier is invalid.'), UNKNOWN],
    [
      'a model that is gone',
      404,
      'ResourceNotFoundException',
      json('This model has reached its end of life.'),
      UNKNOWN,
    ],
    ["Claude's context length", 400, 'ValidationException', json('Input is too long for requested model.'), TOO_LONG],
    [
      "Nova's context length",
      400,
      'ValidationException',
      json(
        'Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.',
      ),
      TOO_LONG,
    ],
    [
      "Titan's context length",
      400,
      'ValidationException',
      json('400 Bad Request: Too many input tokens. Max input tokens: 8192, request input token count: 9001'),
      TOO_LONG,
    ],
    ['throttling', 429, 'ThrottlingException', json('Too many requests'), LIMITED],
    ['throttling, by its status alone', 429, undefined, json('Too many tokens'), LIMITED],
    ['a quota, which has status 400', 400, 'ServiceQuotaExceededException', json('Quota'), LIMITED],
    [
      'a model that may not be used',
      403,
      'AccessDeniedException',
      json("You don't have access to the model"),
      CREDENTIAL,
    ],
    ['a wrong signature', 403, 'InvalidSignatureException', json('Signature expired'), CREDENTIAL],
    ['a wrong access key', 403, 'UnrecognizedClientException', json('The security token is invalid.'), CREDENTIAL],
    ['a wrong access key with status 400', 400, 'IncompleteSignatureException', json('x'), CREDENTIAL],
    ['an expired token with status 400', 400, 'ExpiredTokenException', json('x'), CREDENTIAL],
    ['an expired bearer key', 403, undefined, '{"Message":"Bearer Token has expired"}', CREDENTIAL],
    ['a broken service', 500, 'InternalServerException', json('x'), { code: 'provider_error', retryable: true }],
    ['an unavailable service', 503, undefined, '<html>', { code: 'provider_error', retryable: true }],
    [
      'a model that failed, which is no fault of the request',
      424,
      'ModelErrorException',
      json('x'),
      { code: 'provider_error', retryable: true },
    ],
    ['a model that took too long', 408, 'ModelTimeoutException', json('x'), { code: 'provider_timeout', status: 408 }],
    [
      'an imported model that is not loaded yet',
      429,
      'ModelNotReadyException',
      json('x'),
      { code: 'provider_error', loading: true, retryable: true },
    ],
  ])('%s', (_name, status, type, body, expected) => {
    expect(mapError(status, body, type === undefined ? {} : { [TYPE]: type })).toMatchObject(expected);
  });

  test('reads the name of the exception from the body if no header has it', () => {
    const body = JSON.stringify({ __type: 'com.amazon.coral.service#ThrottlingException', message: 'x' });
    expect(mapError(400, body, {})).toMatchObject(LIMITED);
  });

  test('logs the name of the exception, and no words that may quote the prompt', () => {
    const { detail } = mapError(400, json('Malformed input: my secret prompt'), { [TYPE]: 'ValidationException' });
    expect(detail).toBe('400 ValidationException');
  });
});

describe('mapException', () => {
  test.each([
    ['throttlingException', LIMITED],
    ['validationException', REJECTED],
    ['internalServerException', { code: 'provider_error', status: 500, retryable: true }],
    ['serviceUnavailableException', { code: 'provider_error', status: 503, retryable: true }],
    ['modelStreamErrorException', { code: 'provider_error', retryable: true }],
    ['modelTimeoutException', { code: 'provider_timeout' }],
    ['somethingNewException', { code: 'provider_error', retryable: true }],
    ['', { code: 'provider_error', retryable: true }],
  ])('says what %s in a stream means', (name, expected) => {
    expect(mapException(name, { message: 'x' })).toMatchObject(expected);
  });

  test('knows the context length in a stream too', () => {
    expect(mapException('validationException', { message: 'Input is too long for requested model.' })).toMatchObject(
      TOO_LONG,
    );
  });
});
