import { readFileSync } from 'node:fs';
import { createGuardedFetch, type GuardedFetch, parseAllowedNetworks } from '@multilane/egress';
import type { Snapshot } from '../snapshot/snapshot.js';

type Network = Snapshot['network'];

/** A guarded fetch with the settings of the network that are in effect: `network` of gateway.yaml may change. */
export class NetworkFetch {
  private made: { readonly of: Network; readonly fetch: GuardedFetch } | undefined = undefined;

  constructor(readonly findNetwork: () => Network) {}

  /** Opened with the first call, and again when the settings have changed. */
  get current(): GuardedFetch {
    const network = this.findNetwork();
    if (this.made?.of !== network) {
      // Calls that are under way end as they began.
      void this.made?.fetch.close();
      this.made = { of: network, fetch: openFetch(network) };
    }
    return this.made.fetch;
  }

  async close(): Promise<void> {
    await this.made?.fetch.close();
  }
}

function openFetch({ allow_private: allowPrivate, ca_file: caFile, no_proxy: noProxy, proxy }: Network): GuardedFetch {
  const ca = caFile === undefined ? undefined : readFileSync(caFile, 'utf8');
  return createGuardedFetch({ allowed: parseAllowedNetworks(allowPrivate), proxy, noProxy, ca });
}
