import { readBuildStamp, type ServiceStatus } from '@multilane/http';
import type { GatewayServices } from '../start/gateway-services.js';

/**
 * Status of the gateway: the configuration and the database's version in effect, so that an operator sees whether replicas agree, and the
 * conditions of its readiness (docs/contract/operations.md#readiness).
 */
export function gatewayStatus({ audit, database, metrics, redis, snapshots, tasks }: GatewayServices): ServiceStatus {
  return {
    stamp: readBuildStamp('multilane-gateway', new URL('../../', import.meta.url)),
    metrics,
    problem: () => (snapshots.current ? database?.problem() : 'no configuration yet'),
    degraded: () => {
      const away = new Set(database?.degraded());
      if (redis?.isAway) away.add('redis');
      if (audit.backlog().isSpoolAway) away.add('audit_spool');
      for (const { task } of tasks.failing()) away.add(task);
      return [...away];
    },
    describe: () => ({
      config_hash: snapshots.current?.hash ?? null,
      policy_version: database?.version ?? null,
      snapshot_hash: snapshots.current?.contentHash ?? null,
      needs_restart: snapshots.needRestart,
    }),
  };
}
