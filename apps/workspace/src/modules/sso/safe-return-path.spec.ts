import { describe, expect, it } from 'vitest';
import { toSafeReturnPath } from './safe-return-path.js';

describe('where a browser goes after the sign-in', () => {
  it.each(['/', '/ui', '/ui?tab=keys&q=a%2Fb', '/ui#keys', '/ui/a/b'])('stays at %s', (path) => {
    expect(toSafeReturnPath(path)).toBe(path);
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
  ])('refuses %j, which may lead to another site', (path) => {
    expect(() => toSafeReturnPath(path)).toThrow(
      expect.objectContaining({ code: 'invalid_value', param: 'return_to' }),
    );
  });
});
