import { readFileSync } from 'node:fs';
import {
  createGuardedDial,
  createGuardedFetch,
  createTrustedDial,
  createTrustedFetch,
  type Dial,
  type GuardedFetch,
  parseAllowedNetworks,
} from '@multilane/egress';
import type { Snapshot } from '../snapshot/snapshot.js';

type Network = Snapshot['network'];

interface Made {
  readonly of: Network;
  readonly fetch: GuardedFetch;
  readonly trusted: typeof fetch;
  readonly dial: Dial;
  readonly trustedDial: Dial;
}

/** Ways out with the settings of the network that are in effect: `network` of gateway.yaml may change. */
export class NetworkFetch {
  private made: Made | undefined = undefined;

  constructor(readonly findNetwork: () => Network) {}

  /** To addresses of people. Opened with the first call, and again when the settings have changed. */
  get current(): GuardedFetch {
    return this.inForce().fetch;
  }

  /** To addresses of the operator, which may be anywhere. */
  get trusted(): typeof fetch {
    return this.inForce().trusted;
  }

  /** To hosts of people, for protocols other than HTTP. */
  get dial(): Dial {
    return this.inForce().dial;
  }

  /** To hosts of the operator, for protocols other than HTTP. */
  get trustedDial(): Dial {
    return this.inForce().trustedDial;
  }

  async close(): Promise<void> {
    await this.made?.fetch.close();
  }

  private inForce(): Made {
    const network = this.findNetwork();
    if (this.made?.of === network) return this.made;
    // Calls that are under way end as they began.
    void this.made?.fetch.close();
    this.made = open(network);
    return this.made;
  }
}

function open(network: Network): Made {
  const { allow_private: allowPrivate, ca_file: caFile, no_proxy: noProxy, proxy } = network;
  const way = { proxy, noProxy, ca: caFile === undefined ? undefined : readFileSync(caFile, 'utf8') };
  const guarded = { ...way, allowed: parseAllowedNetworks(allowPrivate) };
  return {
    of: network,
    fetch: createGuardedFetch(guarded),
    trusted: createTrustedFetch(way),
    dial: createGuardedDial(guarded),
    trustedDial: createTrustedDial(way),
  };
}
