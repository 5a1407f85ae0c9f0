import type { AuditWriter, Logger, Metrics } from '@multilane/telemetry';
import type { GatewayDatabase } from './database/gateway-database.js';
import type { Shadows } from './pipeline/routing/shadows.js';
import type { SnapshotStore } from './snapshot/snapshot-store.js';

/** What every request may need; made once at boot. */
export interface GatewayServices {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly audit: AuditWriter;
  readonly snapshots: SnapshotStore;
  readonly shadows: Shadows;
  /** Undefined where everything comes from gateway.yaml. */
  readonly database: GatewayDatabase | undefined;
}

/** The injection token of `GatewayServices`. */
export const GATEWAY_SERVICES = Symbol('GatewayServices');
