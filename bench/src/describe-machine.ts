import { arch, cpus, platform, release } from 'node:os';
import type { BenchReport } from './report.js';

/** The machine that a report was measured on, and how busy it was before. */
export function describeMachine(loadBefore: number): BenchReport['machine'] {
  return {
    processor: cpus()[0]?.model ?? 'unknown processor',
    cores: cpus().length,
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    load_before: loadBefore,
  };
}
