import type { Metrics } from '@multilane/telemetry';
import type { BuildStamp } from './build-stamp.js';

/** What a service says about itself to those who run it (docs/contract/operations.md#service-endpoints). */
export interface ServiceStatus {
  readonly stamp: BuildStamp;
  readonly metrics: Pick<Metrics, 'render'>;
  /** Why it should be sent no traffic; undefined when it should. */
  problem(): string | undefined | Promise<string | undefined>;
  /** What is away while the service continues; asked after `problem`. */
  degraded?(): readonly string[];
  /** What GET /version says beside the build stamp. */
  describe?(): Readonly<Record<string, unknown>>;
}

/** The injection token of `ServiceStatus`. */
export const SERVICE_STATUS = Symbol('ServiceStatus');
