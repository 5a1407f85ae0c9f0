import type { Metrics } from '@multilane/telemetry';
import type { BuildStamp } from './build-stamp.js';

/** Status of a service for those who run it (docs/contract/operations.md#service-endpoints). */
export interface ServiceStatus {
  readonly stamp: BuildStamp;
  readonly metrics: Pick<Metrics, 'render'>;
  /** Reason why it should be sent no traffic; undefined if it should. */
  problem(): string | undefined | Promise<string | undefined>;
  /** Dependencies that are away while the service continues; asked after `problem`. */
  degraded?(): readonly string[];
  /** Fields of GET /version beside the build stamp. */
  describe?(): Readonly<Record<string, unknown>>;
}

/** The injection token of `ServiceStatus`. */
export const SERVICE_STATUS = Symbol('ServiceStatus');
