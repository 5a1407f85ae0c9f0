import { createRequire } from 'node:module';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { AllowedNetworks } from './allowed-networks.js';
import { checkBeforeProxy } from './check-before-proxy.js';
import { createGuardedConnect } from './create-guarded-connect.js';
import type { ResolveName } from './guarded-lookup.js';

/** The way out for what people name. */
export interface GuardedNetwork {
  readonly allowed: AllowedNetworks;
  /** The operator's forward proxy; itself trusted. */
  readonly proxy?: string | undefined;
  /** Hosts reached without it, separated by commas. */
  readonly noProxy?: string | undefined;
  /** A certificate authority in PEM, trusted beside the usual ones. */
  readonly ca?: string | undefined;
  /** Default: 5000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Instead of `dns.lookup`. */
  readonly resolve?: ResolveName | undefined;
}

/** undici whole, loaded when it is first needed. */
export function loadUndici(): typeof import('undici') {
  return createRequire(import.meta.url)('undici');
}

/** An agent that reaches only what people may name, directly or through the proxy. */
export function createGuardedAgent(network: GuardedNetwork): Dispatcher {
  const { Agent, EnvHttpProxyAgent } = loadUndici();
  const tls = network.ca === undefined ? {} : { ca: [...rootCertificates, network.ca] };
  const plain = { timeout: network.connectTimeoutMs ?? 5_000, ...tls };
  const options = { allowH2: false, connect: createGuardedConnect(network.allowed, plain, network.resolve) };
  if (!network.proxy) return new Agent(options);
  const agent = new EnvHttpProxyAgent({
    ...options,
    httpProxy: network.proxy,
    httpsProxy: network.proxy,
    noProxy: network.noProxy ?? '',
    requestTls: plain,
    proxyTls: plain,
  });
  return agent.compose(checkBeforeProxy(network.allowed, network.resolve));
}
