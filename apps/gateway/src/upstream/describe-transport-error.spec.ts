import { describe, expect, it } from '@jest/globals';
import { describeTransportError } from './describe-transport-error.js';

const failed = (code?: string, message = 'at 10.0.0.1') => Object.assign(new TypeError(message), code && { code });

describe('a broken connection', () => {
  it.each(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])(
    'is a provider_timeout where a time limit ended it: %s',
    (code) => {
      expect(describeTransportError(failed(code))).toMatchObject({ code: 'provider_timeout', retryable: true });
    },
  );

  it('is a provider_error otherwise, and says which by its code alone', () => {
    expect(describeTransportError(failed('ECONNREFUSED'))).toMatchObject({
      code: 'provider_error',
      detail: 'connection: ECONNREFUSED',
      retryable: true,
    });
  });

  it('is described by name and message where it has no code, without credentials and cut short', () => {
    expect(describeTransportError(failed(undefined, 'x.connect is not a function')).detail).toBe(
      'connection: TypeError: x.connect is not a function',
    );
    const { detail } = describeTransportError(failed(undefined, `https://me:hunter2@proxy ${'x '.repeat(500)}`));
    expect(detail).not.toContain('hunter2');
    expect(detail).toHaveLength(200);
  });
});
