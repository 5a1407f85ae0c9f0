import { readBuildStamp, type ServiceStatus } from '@multilane/http';
import type { GatewayServices } from './gateway-services.js';

/** What the gateway says about itself: which configuration it runs, and that it needs one to be ready. */
export function gatewayStatus({ metrics, snapshots }: GatewayServices): ServiceStatus {
  return {
    stamp: readBuildStamp('multilane-gateway', new URL('../', import.meta.url)),
    metrics,
    problem: () => (snapshots.current ? undefined : 'no configuration yet'),
    describe: () => ({ config_hash: snapshots.current?.hash ?? null }),
  };
}
