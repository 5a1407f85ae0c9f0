import { describe, expect, it } from '@jest/globals';
import { readReturnPath } from './return-path.js';

describe('the page after a sign-in', () => {
  it.each(['/w/1/keys', '/org/people?q=a%2Fb', '/w/1/requests?open=x'])(
    'is %s, where it is one of this console',
    (path) => {
      expect(readReturnPath(path)).toBe(path);
    },
  );

  it.each([
    ['//evil.example'],
    ['/\\evil.example'],
    ['https://evil.example'],
    ['javascript:x'],
    ['/'],
    [''],
    [7],
    [undefined],
    ['/sign-in?x=1'],
    ['/set-up'],
  ])('is the first page for %j', (path) => {
    expect(readReturnPath(path)).toBe('/');
  });
});
