import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { rootCertificates } from 'node:tls';
import type { GatewayConfig } from '@multilane/config';

/**
 * The way to the identity provider, which the operator names: through the egress proxy and with the extra certificate
 * authority, where the network has them. Throws when the authority's file cannot be read.
 */
export function createIssuerFetch({
  proxy,
  no_proxy: exceptions,
  ca_file: file,
}: GatewayConfig['network']): typeof fetch {
  if (!proxy && !file) return globalThis.fetch;
  // Only here: undici's index is memory that a gateway without proxy does without.
  const undici: typeof import('undici') = createRequire(import.meta.url)('undici');
  const tls = file ? { ca: [...rootCertificates, readFileSync(file, 'utf8')] } : {};
  const dispatcher = proxy
    ? new undici.EnvHttpProxyAgent({
        httpProxy: proxy,
        httpsProxy: proxy,
        noProxy: exceptions ?? '',
        connect: tls,
        requestTls: tls,
        proxyTls: tls,
      })
    : new undici.Agent({ connect: tls });
  // The package's own fetch goes with its dispatchers; its types differ from the platform's in names alone.
  return ((url: string, init: object) => undici.fetch(url, { ...init, dispatcher })) as unknown as typeof fetch;
}
