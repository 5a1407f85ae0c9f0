import { describe, expect, test } from '@jest/globals';
import { withPlaces } from './json-path.js';
import { judge } from './outcome.js';

const BODY = { list: [{ text: 'a "sentinel"' }], count: 7 };

describe('judge', () => {
  test.each([
    ['exact where all of it stands', { 'list[0].text': 'a "sentinel"', count: 7 }, [], 'exact'],
    ['exact where one of several ways stands', [{ count: 8 }, { count: 7 }], [], 'exact'],
    ['exact where what must be absent is', { count: 7, 'list[1]': undefined }, [], 'exact'],
    ['moved where it stands elsewhere', { text: 'a "sentinel"' }, ['a "sentinel"'], 'moved'],
    ['dropped where a part of it is gone', { text: 'x' }, ['a "sentinel"', 'gone'], 'dropped'],
    ['dropped where it stands nowhere', { 'list[0].text': 'other' }, ['other'], 'dropped'],
    ['dropped where nothing could tell it', undefined, [], 'dropped'],
    ['dropped where no place is named', {}, [], 'dropped'],
  ])('is %s', (_, standing, sentinels, outcome) => {
    expect(judge(BODY, standing, sentinels)).toBe(outcome);
  });
});

describe('withPlaces', () => {
  test('sets, makes and takes out, and leaves the original as it is', () => {
    expect(withPlaces(BODY, { 'list[1].deep.er': 1, count: undefined })).toEqual({
      list: [{ text: 'a "sentinel"' }, { deep: { er: 1 } }],
    });
    expect(BODY).toEqual({ list: [{ text: 'a "sentinel"' }], count: 7 });
  });
});
