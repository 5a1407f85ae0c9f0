import type { GatewayConfig } from '@multilane/config';

type Network = GatewayConfig['network'];

/** Every snapshot of one configuration has the same one: connections are opened again where it is another. */
const known = new WeakMap<Network, Network>();

/** The network of providers that people register: they may be where other addresses of people may not lead. */
export function networkOfProviders(network: Network): Network {
  const { allow_private: allowed, allow_private_providers: further } = network;
  if (further.length === 0) return network;
  const made = known.get(network) ?? { ...network, allow_private: [...allowed, ...further] };
  known.set(network, made);
  return made;
}
