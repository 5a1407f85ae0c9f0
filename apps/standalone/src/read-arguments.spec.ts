import { describe, expect, it } from '@jest/globals';
import { readArguments } from './read-arguments.js';

describe('the command line', () => {
  it.each([
    [[], { help: false, simulator: false }],
    [['--help'], { help: true, simulator: false }],
    [['-h'], { help: true, simulator: false }],
    [['--simulator'], { help: false, simulator: true }],
  ])('%j', (args, expected) => expect(readArguments(args)).toEqual(expected));

  it.each([
    [['--port=1'], "'--port'"],
    [['-x'], "'-x'"],
    [['start'], "'start'"],
    [['--simulator=yes'], "'--simulator'"],
  ])('rejects %j and names what it does not know', (args, name) => {
    expect(() => readArguments(args)).toThrow(name);
  });
});
