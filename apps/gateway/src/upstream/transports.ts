import type { GatewayConfig, ProviderEntry } from '@multilane/config';
import { findManifest } from '@multilane/providers';
import { HttpTransport } from './http-transport.js';
import { MadeFrom } from './made-from.js';
import { SimulatorTransport } from './simulator-transport.js';
import type { Transport } from './upstream-sink.js';

/** A transport that a reload made superfluous closes after this, in milliseconds; its exchanges finish first. */
const RETIRE_AFTER_MS = 1_000;

/**
 * The transports in use. One HTTP transport serves every provider with the same network settings, connect limit and
 * trust, so that a reload which leaves those alone keeps its warm connections.
 */
export class Transports {
  private readonly simulator = new SimulatorTransport();
  private readonly byKey = new Map<string, HttpTransport>();
  private readonly wanted = new Set<string>();
  private readonly keys = new MadeFrom<ProviderEntry, string>();

  /**
   * @param trusted Whether the operator named the provider, so that it may be anywhere
   * (docs/contract/egress.md#trusted-configuration).
   */
  choose(provider: ProviderEntry, network: GatewayConfig['network'], trusted: boolean): Transport {
    if (findManifest(provider.kind)?.inProcess) return this.simulator;
    const key = this.keys.find(provider, [network, trusted], () =>
      JSON.stringify([provider.timeouts.connect_ms, network, trusted]),
    );
    this.wanted.add(key);
    const existing = this.byKey.get(key);
    if (existing) return existing;
    const made = HttpTransport.create(network, provider.timeouts.connect_ms, trusted);
    this.byKey.set(key, made);
    return made;
  }

  /** Call after each new snapshot: transports that no target chose any more are retired. */
  retireUnwanted(): void {
    for (const [key, transport] of this.byKey) {
      if (this.wanted.has(key)) continue;
      this.byKey.delete(key);
      setTimeout(() => void transport.close(), RETIRE_AFTER_MS).unref();
    }
    this.wanted.clear();
  }

  async close(): Promise<void> {
    await Promise.all([...this.byKey.values()].map((transport) => transport.close()));
  }
}
