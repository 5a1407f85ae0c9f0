import { describe, expect, test } from '@jest/globals';
import { readProviderError } from './read-provider-error.js';

describe('readProviderError', () => {
  test.each([
    [
      'the reference shape',
      { error: { message: 'No.', type: 'invalid_request_error', param: 'n', code: 'invalid_value' } },
      { message: 'No.', type: 'invalid_request_error', param: 'n', code: 'invalid_value', status: undefined },
    ],
    ['Ollama', { error: 'model not found' }, { message: 'model not found' }],
    [
      'xAI',
      { code: 'Client specified an invalid argument', error: 'Bad key' },
      { message: 'Bad key', code: /invalid/ },
    ],
    ['Cerebras', { message: 'No.', type: 'invalid_request_error', param: 'p', code: 'c' }, { param: 'p', code: 'c' }],
    [
      'Mistral',
      {
        object: 'error',
        message: { detail: [{ type: 'x', loc: ['body', 'stream_options', 'include_usage'], msg: 'No' }] },
      },
      { message: 'No', param: 'stream_options.include_usage' },
    ],
    ['FastAPI', { detail: [{ loc: ['body', 'messages', 0, 'content'], msg: 'No' }] }, { param: 'messages.0.content' }],
    ['NVIDIA', { status: 401, title: 'Unauthorized', detail: 'Wrong' }, { message: 'Wrong', status: 401 }],
    [
      'vLLM',
      { error: { message: 'No', type: 'BadRequestError', param: null, code: 400 } },
      { status: 400, code: '400' },
    ],
    ['Azure, whose code may be the status', { error: { code: '401', message: 'No' } }, { status: 401 }],
    [
      'Azure, with an inner error',
      { error: { code: 'content_filter', status: 400, innererror: { code: 'ResponsibleAIPolicyViolation' } } },
      { status: 400, reasons: ['ResponsibleAIPolicyViolation'] },
    ],
    [
      'Google',
      [{ error: { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }, { x: 1 }] } }],
      { type: 'INVALID_ARGUMENT', status: 400, reasons: ['API_KEY_INVALID'] },
    ],
    [
      'Google, with the wait it asks for',
      { error: { code: 429, details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' }] } },
      { status: 429, retryAfterSeconds: 35 },
    ],
    ['Google, cancelled by itself', { error: { code: 499, status: 'CANCELLED' } }, { status: undefined }],
    [
      'OpenRouter',
      { error: { code: 502, message: 'No', metadata: { error_type: 'provider_overloaded', reasons: ['a'] } } },
      { status: 502, reasons: ['provider_overloaded', 'a'] },
    ],
    ['plain text', 'upstream connect error', { message: 'upstream connect error' }],
    [
      'nothing',
      undefined,
      { message: '', code: '', type: '', param: '', status: undefined, reasons: [], retryAfterSeconds: undefined },
    ],
    ['a list of nothing', [], { message: '' }],
    ['a number', 7, { message: '' }],
  ])('reads %s', (_name, body, expected) => {
    const { code, ...rest } = expected as { code?: string | RegExp };
    const error = readProviderError(body);
    expect(error).toMatchObject(rest);
    if (code !== undefined) expect(error.code).toMatch(code);
  });
});
