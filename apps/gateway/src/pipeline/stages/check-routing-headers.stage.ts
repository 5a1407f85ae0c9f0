import { GatewayError } from '@multilane/errors';
import type { RequestContext } from '../request-context.js';

/**
 * `X-Service-Config` names a routing config (decisions section 6). This version reads routing configs but does not
 * apply them, so the header is refused rather than ignored.
 */
export function checkRoutingHeaders({ exchange, snapshot }: RequestContext): void {
  const name = exchange.headers['x-service-config'];
  if (name === undefined) return;
  const known = typeof name === 'string' && snapshot.routingConfigs.has(name);
  throw new GatewayError(known ? 'unsupported_parameter' : 'invalid_value', {
    param: 'X-Service-Config',
    message: known
      ? 'Routing configs are not applied by this version; leave the header X-Service-Config out.'
      : 'The header X-Service-Config names no routing config.',
  });
}
