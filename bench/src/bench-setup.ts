import type { BenchPlan, Scenario } from './bench-plan.js';
import type { DatabaseGateway, DatabaseGatewayOptions } from './database-gateway.js';
import type { Pinning } from './pin-processes.js';
import type { ServerDescription } from './server-under-test.js';

/** Settings of a benchmark. */
export interface BenchSetup {
  readonly plan: BenchPlan;
  readonly only: readonly Scenario[];
  readonly pinning: Pinning;
  /** A temporary directory for logs and generated files. */
  readonly directory: string;
  /** Folder of this package's built programs. */
  readonly programs: string;
  /** The server under test, given the upstream that it must forward to. */
  describeGateway(upstreamUrl: string, name?: string, workers?: number): Promise<ServerDescription>;
  /** The same with a database; undefined if there can be none. */
  describeDatabaseGateway?(
    upstreamUrl: string,
    how?: Omit<DatabaseGatewayOptions, 'directory' | 'core'>,
  ): Promise<DatabaseGateway | undefined>;
  progress(line: string): void;
}
