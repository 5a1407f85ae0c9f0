import { describe, expect, it } from '@jest/globals';
import { buildPinnedCommand, parseCoreList } from './pin-processes.js';

describe('parseCoreList', () => {
  it('reads single cores and ranges', () => {
    expect(parseCoreList('3')).toEqual([3]);
    expect(parseCoreList('0-2,5')).toEqual([0, 1, 2, 5]);
  });
});

describe('buildPinnedCommand', () => {
  it('leaves a command alone if no core is chosen', () => {
    expect(buildPinnedCommand(['node', 'main.js'], undefined)).toEqual(['node', 'main.js']);
    expect(buildPinnedCommand(['node', 'main.js'], 0)).toEqual(['taskset', '-c', '0', 'node', 'main.js']);
  });
});
