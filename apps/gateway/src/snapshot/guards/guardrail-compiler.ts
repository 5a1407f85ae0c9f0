import type { GatewayConfig, GuardrailEntry } from '@multilane/config';
import { type CheckPorts, compileGuardrail, type Guardrail } from '@multilane/policy';
import { MadeFrom } from '../../upstream/made-from.js';
import type { CheckerNetworks } from './checker-networks.js';

type Network = GatewayConfig['network'];

/** Compiles guardrails, and keeps what it compiled as long as snapshots use it. */
export class GuardrailCompiler {
  private previous = new Map<string, Guardrail>();
  private used = new Map<string, Guardrail>();
  private readonly keys = new MadeFrom<GuardrailEntry, string>();

  constructor(private readonly networks: CheckerNetworks) {}

  /**
   * Throws where the settings cannot be compiled.
   *
   * @param trusted Whether the operator wrote it; checkers that people name may be in fewer places
   * (docs/contract/egress.md#addresses).
   */
  compile(entry: GuardrailEntry, network: Network, trusted: boolean): Guardrail {
    const key = this.keys.find(entry, [network, trusted], () =>
      JSON.stringify([entry, trusted, entry.kind === 'http' && network]),
    );
    const made = this.used.get(key) ?? this.previous.get(key) ?? compileGuardrail(entry, this.ports(network, trusted));
    this.used.set(key, made);
    return made;
  }

  /** Call at the end of each build. */
  forgetUnused(): void {
    this.previous = this.used;
    this.used = new Map();
  }

  private ports(network: Network, trusted: boolean): CheckPorts {
    return { post: this.networks.choose(network, trusted) };
  }
}
