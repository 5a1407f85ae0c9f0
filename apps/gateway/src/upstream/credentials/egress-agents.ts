import { readFileSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { GatewayConfig } from '@multilane/config';

/** The way to the issuers of credentials, for libraries that take agents of Node.js. */
export interface EgressAgents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** Agents for the egress proxy and the extra certificate authority; throws when its file cannot be read. */
export function createEgressAgents(network: GatewayConfig['network']): EgressAgents {
  const { proxy, no_proxy: exceptions, ca_file: file } = network;
  const proxyEnv = proxy ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: exceptions } : undefined;
  const ca = file ? [...rootCertificates, readFileSync(file, 'utf8')] : undefined;
  return { http: new HttpAgent({ proxyEnv }), https: new HttpsAgent({ proxyEnv, ca }) };
}

/** The agent for an address. */
export function agentFor(agents: EgressAgents, address: URL): HttpAgent | HttpsAgent {
  return address.protocol === 'https:' ? agents.https : agents.http;
}
