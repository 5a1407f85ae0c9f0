import { describe, expect, it } from '@jest/globals';
import { wantsPage } from './wants-page.js';

describe('a client gets a page', () => {
  it.each([
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['one that likes both as much', 'application/json, text/html', true],
    ['one that would rather have JSON', 'text/html;q=0.5, application/json', false],
    ['a program that takes anything', '*/*', false],
    ['one that refuses pages', 'text/html;q=0', false],
    ['one that says nothing', undefined, false],
  ])('by asking for one: %s', (_who, accept, expected) => {
    expect(wantsPage(accept)).toBe(expected);
  });
});
