import { describe, expect, it } from '@jest/globals';
import { toSafeReturnPath } from './safe-return-path.js';

describe('the address of a browser after the sign-in', () => {
  it.each(['/', '/ui', '/ui?tab=keys&q=a%2Fb', '/ui#keys', '/ui/a/b'])('stays at %s', (path) => {
    expect(toSafeReturnPath(path)).toBe(path);
  });

  it.each([
    '/auth/session',
    '/admin/keys',
    '/v1/models',
    '/openapi.json',
    '/health',
    '/uix',
    '/auth/sso/start',
    '/ui/../admin/keys',
  ])('is the console where %s would show data for programs', (path) => {
    expect(toSafeReturnPath(path)).toBe('/ui');
  });

  it('is below the base path of the service', () => {
    expect(toSafeReturnPath('/base/ui/keys', '/base')).toBe('/base/ui/keys');
    expect(toSafeReturnPath('/ui/keys', '/base')).toBe('/base/ui');
  });

  it.each([
    '',
    'ui',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/ui\\..',
    '/\t/evil.example',
    '/%0a/\n',
    '/.//evil.example',
    '/ui/..//evil.example',
    'javascript:alert(1)',
    '/ü',
  ])('rejects %j, which may lead to another site', (path) => {
    expect(() => toSafeReturnPath(path)).toThrow(
      expect.objectContaining({ code: 'invalid_value', param: 'return_to' }),
    );
  });
});
