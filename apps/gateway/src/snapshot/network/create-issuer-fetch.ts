import { readFileSync } from 'node:fs';
import type { GatewayConfig } from '@multilane/config';
import { createTrustedFetch } from '@multilane/egress';

/** The way to the identity provider, which the operator names. Throws when the authority's file cannot be read. */
export function createIssuerFetch({ proxy, no_proxy, ca_file }: GatewayConfig['network']): typeof fetch {
  return createTrustedFetch({ proxy, noProxy: no_proxy, ca: ca_file && readFileSync(ca_file, 'utf8') });
}
