import { rootCertificates } from 'node:tls';
import { type GuardedNetwork, loadUndici } from './guarded-network.js';

/**
 * The way to what the operator names in gateway.yaml, such as the identity provider: nothing is rejected, and the egress
 * proxy and the extra certificate authority are used if there are any.
 */
export function createTrustedFetch({
  proxy,
  noProxy,
  ca,
}: Pick<GuardedNetwork, 'proxy' | 'noProxy' | 'ca'>): typeof fetch {
  if (!proxy && !ca) return globalThis.fetch;
  // Only here: undici's index is memory that a service without proxy does without.
  const { Agent, EnvHttpProxyAgent, fetch: send } = loadUndici();
  const tls = ca ? { ca: [...rootCertificates, ca] } : {};
  const dispatcher = proxy
    ? new EnvHttpProxyAgent({
        httpProxy: proxy,
        httpsProxy: proxy,
        noProxy: noProxy ?? '',
        connect: tls,
        requestTls: tls,
        proxyTls: tls,
      })
    : new Agent({ connect: tls });
  // The package's own fetch goes with its dispatchers; its types differ from the platform's in names alone.
  return ((url: string, init: object) => send(url, { ...init, dispatcher })) as unknown as typeof fetch;
}
