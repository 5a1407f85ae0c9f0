import { describe, expect, it } from '@jest/globals';
import { maskCredentials } from './mask-credentials.js';

const ACCESS_KEY = {
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'wJalr/XUtnFEMI',
  sessionToken: 'FwoGZXIvYX',
  region: 'eu-central-1',
};

describe('the words of a provider about its credential, in the log', () => {
  it.each([
    ['a key that looks like none', "401 no such key 'open sesame'", ['open sesame'], "401 no such key '[secret]'"],
    ['every time it is said', 'pass-word, pass-word!', ['pass-word'], '[secret], [secret]!'],
    ['with the characters of patterns', 'a$&b.c*d$e', ['$&b.c*d$'], 'a[secret]e'],
    ['a short one as a word of its own', 'x: unexpected "x" (max)', ['x'], '[secret]: unexpected "[secret]" (max)'],
    ['a short one with the characters of patterns', 'abc a.c', ['a.c'], 'abc [secret]'],
    ['of several, each', 'first-key or second-key', ['first-key', 'second-key'], '[secret] or [secret]'],
    [
      "an access key's secret and session, not its id",
      'AKIATEST with wJalr/XUtnFEMI and FwoGZXIvYX',
      [ACCESS_KEY],
      'AKIATEST with [secret] and [secret]',
    ],
    ['cut off within it', 'the key open-sesam', ['open-sesame'], 'the key [secret]'],
    ['cut off after too little to recognize', 'the key open-se', ['open-sesame'], 'the key open-se'],
    ['no credential', 'slow down', [undefined, ''], 'slow down'],
    ['none asked with', 'slow down', [], 'slow down'],
  ])('%s', (_what, words, credentials, expected) => {
    expect(maskCredentials(words, credentials)).toBe(expected);
  });
});
