import type { GatewayConfig } from '@multilane/config';

/**
 * The configuration, with this machine among the places where people's providers may be (docs/contract/egress.md#standalone):
 * anyone who runs everything on one machine has a local Ollama on it too. Webhooks and other addresses of people do not lead here.
 */
export function allowLoopback(config: GatewayConfig): GatewayConfig {
  const { network } = config;
  const providers = [...network.allow_private_providers, '127.0.0.0/8', '::1'];
  return { ...config, network: { ...network, allow_private_providers: providers } };
}
