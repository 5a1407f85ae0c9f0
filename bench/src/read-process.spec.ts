import { describe, expect, it } from 'vitest';
import { parseMemory, parseProcessorTime } from './read-process.js';

describe('parseProcessorTime', () => {
  it('adds user and system time, also when the name of the program holds spaces and brackets', () => {
    const stat = '4711 (node (main) x) S 1 4711 4711 0 -1 4194304 5000 0 0 0 250 75 0 0 20 0 11 0 100 1000 200';
    expect(parseProcessorTime(stat)).toBe(3250);
  });
});

describe('parseMemory', () => {
  it('gives megabytes of a million bytes for the resident memory and its peak', () => {
    const status = 'Name:\tnode\nVmPeak:\t 9999999 kB\nVmHWM:\t  250000 kB\nVmRSS:\t  125000 kB\nThreads:\t11\n';
    expect(parseMemory(status)).toEqual({ resident: 128, peak: 256 });
  });
});
