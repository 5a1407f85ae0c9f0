import { describe, expect, it } from '@jest/globals';
import { parseOptions, USAGE } from './parse-options.js';

describe('parseOptions', () => {
  it('runs everything in full when nothing is said', () => {
    expect(parseOptions([])).toEqual({
      help: false,
      quick: false,
      save: false,
      strict: false,
      only: [
        'startup',
        'throughput',
        'latency',
        'prompts',
        'streaming',
        'refusals',
        'connections',
        'groups',
        'keys',
        'policies',
        'workers',
        'media',
        'realtime',
        'async',
      ],
    });
  });

  it('accepts the dashes that pnpm hands over in front of the options', () => {
    expect(parseOptions(['--', '--quick', '--strict'])).toMatchObject({ quick: true, strict: true });
  });

  it('runs the chosen scenarios in their own order', () => {
    expect(parseOptions(['--only', 'streaming,latency']).only).toEqual(['latency', 'streaming']);
  });

  it.each(['workflows', 'costs', 'exports', 'size'] as const)('runs %s only if it is named', (name) => {
    expect(parseOptions([]).only).not.toContain(name);
    expect(parseOptions(['--only', name]).only).toEqual([name]);
  });

  it('rejects an unknown scenario and names those there are', () => {
    expect(() => parseOptions(['--only', 'latency,speed'])).toThrow(/"speed".*throughput/);
  });

  it('rejects an unknown option', () => {
    expect(() => parseOptions(['--fast'])).toThrow('--fast');
  });

  it('explains every option that it takes', () => {
    for (const option of ['--quick', '--only', '--save', '--strict', '--help']) expect(USAGE).toContain(option);
  });
});
