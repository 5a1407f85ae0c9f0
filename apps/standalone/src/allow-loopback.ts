import type { GatewayConfig } from '@multilane/config';

/**
 * The configuration, with this machine among the places that people may name (docs/contract/egress.md#standalone):
 * anyone who runs everything on one machine has a local Ollama on it too.
 */
export function allowLoopback(config: GatewayConfig): GatewayConfig {
  const { network } = config;
  return { ...config, network: { ...network, allow_private: [...network.allow_private, '127.0.0.0/8', '::1'] } };
}
