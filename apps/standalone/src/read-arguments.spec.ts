import { describe, expect, it } from '@jest/globals';
import { readArguments } from './read-arguments.js';

describe('the command line', () => {
  it.each([
    [[], { help: false, simulator: false }],
    [['--help'], { help: true, simulator: false }],
    [['-h'], { help: true, simulator: false }],
    [['--simulator'], { help: false, simulator: true }],
  ])('%j', (args, expected) => expect(readArguments(args)).toEqual(expected));

  it.each([[['--port=1']], [['-x']], [['start']], [['--simulator=yes']]])('refuses %j', (args) => {
    expect(() => readArguments(args)).toThrow(TypeError);
  });
});
