import type { AuditWriter, Logger, Metrics } from '@multilane/telemetry';
import type { SnapshotStore } from './snapshot/snapshot-store.js';

/** What every request may need; made once at boot. */
export interface GatewayServices {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly audit: AuditWriter;
  readonly snapshots: SnapshotStore;
}

/** The injection token of `GatewayServices`. */
export const GATEWAY_SERVICES = Symbol('GatewayServices');
