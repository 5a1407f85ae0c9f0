import type { BenchPlan } from './bench-plan.js';
import type { LoadDriver } from './drive-load.js';
import type { TargetName } from './figure.js';
import type { RunningServer } from './server-under-test.js';

/** Shared objects of every measurement. All three targets answer the same request alike. */
export interface BenchContext {
  readonly plan: BenchPlan;
  readonly driver: LoadDriver;
  readonly targets: Readonly<Record<TargetName, RunningServer>>;
  /** Parses each body and writes it anew; undefined where nothing is compared with it. */
  readonly parsingProxy?: RunningServer;
  /** Answers by itself, and nothing else: what `node:http` costs. Undefined where nothing is compared with it. */
  readonly plainServer?: RunningServer;
  /** Shows the user what is being measured. */
  progress(line: string): void;
}
