import { describe, expect, it } from '@jest/globals';
import { originOf, requireSameOrigin } from './same-origin.js';

const ORIGIN = 'https://ai.example';

describe('requireSameOrigin', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('lets %s pass from anywhere', (method) => {
    expect(() => requireSameOrigin({ origin: 'https://evil.example' }, { method, origin: ORIGIN })).not.toThrow();
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'post', 'get', 'TRACE', 'PROPFIND', ''])(
    'needs the own origin for %s',
    (method) => {
      expect(() => requireSameOrigin({ origin: ORIGIN }, { method, origin: ORIGIN })).not.toThrow();
      expect(() => requireSameOrigin({}, { method, origin: ORIGIN })).toThrow();
      expect(() => requireSameOrigin({ origin: 'https://evil.example' }, { method, origin: ORIGIN })).toThrow();
    },
  );

  it('needs it for the beginning of a WebSocket as well, which is a GET', () => {
    const site = { method: 'GET', origin: ORIGIN };
    expect(() => requireSameOrigin({ upgrade: 'websocket', origin: ORIGIN }, site)).not.toThrow();
    expect(() => requireSameOrigin({ upgrade: 'websocket', origin: 'https://evil.example' }, site)).toThrow();
    expect(() => requireSameOrigin({ upgrade: 'websocket' }, site)).toThrow();
  });

  it.each(['null', `${ORIGIN}, ${ORIGIN}`, `${ORIGIN}/`, `${ORIGIN}:443`, 'https://AI.example', ''])(
    'rejects an Origin that no browser would send from here: %s',
    (origin) => {
      expect(() => requireSameOrigin({ origin }, { method: 'POST', origin: ORIGIN })).toThrow(
        expect.objectContaining({ code: 'permission_denied', status: 403, param: 'Origin' }),
      );
    },
  );

  it('rejects everything where the own origin is not known', () => {
    expect(() => requireSameOrigin({}, { method: 'POST', origin: undefined })).toThrow();
    expect(() => requireSameOrigin({ origin: 'null' }, { method: 'POST', origin: originOf('https', 'a b') })).toThrow();
  });
});

describe('originOf', () => {
  it.each([
    ['https', 'ai.example', 'https://ai.example'],
    ['https', 'AI.Example:443', 'https://ai.example'],
    ['http', 'ai.example:443', 'http://ai.example:443'],
    ['http', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http', '[::1]:3000', 'http://[::1]:3000'],
    ['http', 'my_host:80', 'http://my_host'],
    ['https', undefined, undefined],
    ['https', '', undefined],
    ['https', 'a b', undefined],
    ['https', 'user@ai.example', undefined],
    ['https', 'ai.example/path', undefined],
    ['https', 'ai.example, evil.example', undefined],
    ['https', 'ai.example:99999', undefined],
    ['data', 'ai.example', undefined],
  ])('an origin of %s and %s is %s', (protocol, host, origin) => {
    expect(originOf(protocol, host)).toBe(origin);
  });
});
