import { describe, expect, it } from '@jest/globals';
import { parseMemory, parseProcessTimes } from './read-process.js';

describe('parseProcessTimes', () => {
  it('adds user and system time, also when the name of the program holds spaces and brackets', () => {
    const stat = '4711 (node (main) x) S 12 4711 4711 0 -1 4194304 5000 0 0 0 250 75 4 2 20 0 11 0 100 1000 200';
    expect(parseProcessTimes(stat)).toEqual({ parent: 12, own: 3250, ofEnded: 60 });
  });
});

describe('parseMemory', () => {
  it('gives megabytes of a million bytes for the resident memory and its peak', () => {
    const status = 'Name:\tnode\nVmPeak:\t 9999999 kB\nVmHWM:\t  250000 kB\nVmRSS:\t  125000 kB\nThreads:\t11\n';
    expect(parseMemory(status)).toEqual({ resident: 128, peak: 256 });
  });
});
