import { describe, expect, it } from '@jest/globals';
import { PEER_USAGE, parsePeerOptions, SERVERS } from './parse-peer-options.js';

describe('parsePeerOptions', () => {
  it('runs every server in full when nothing is said', () => {
    expect(parsePeerOptions(['--peers'])).toEqual({ help: false, quick: false, save: false, only: SERVERS });
  });

  it('accepts the dashes that pnpm hands over in front of the options', () => {
    expect(parsePeerOptions(['--', '--peers', '--quick'])).toMatchObject({ quick: true });
  });

  it('runs the chosen servers in the order of the table', () => {
    expect(parsePeerOptions(['--peers', '--only', 'litellm,gateway']).only).toEqual(['gateway', 'litellm']);
  });

  it('rejects an unknown server and names those there are', () => {
    expect(() => parsePeerOptions(['--peers', '--only', 'gateway,apache'])).toThrow(/"apache".*nginx/);
  });

  it.each([
    ['a quick run', ['--quick']],
    ['a part of the servers', ['--only', 'gateway']],
  ])('does not save %s', (_, options) => {
    expect(() => parsePeerOptions(['--peers', '--save', ...options])).toThrow('a full run');
  });

  it('rejects an unknown option', () => {
    expect(() => parsePeerOptions(['--peers', '--strict'])).toThrow('--strict');
  });

  it('explains every option that it takes', () => {
    for (const option of ['--quick', '--only', '--save', '--help']) expect(PEER_USAGE).toContain(option);
  });
});
