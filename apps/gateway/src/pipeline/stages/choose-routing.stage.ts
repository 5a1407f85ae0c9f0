import { GatewayError } from '@multilane/errors';
import { mayExplain } from '../../recording/explain-request.js';
import type { RequestContext } from '../request-context.js';

/** Reads the headers that steer a request: `X-Service-Config`, and `X-Service-Explain` of those who may ask. */
export function chooseRouting(context: RequestContext): void {
  const { caller, exchange, services, snapshot } = context;
  const explain = exchange.headers['x-service-explain'];
  if (explain !== undefined) context.isExplained = readExplain(explain, mayExplain(caller));
  const name = exchange.headers['x-service-config'];
  if (name === undefined) return;
  context.routingConfig = typeof name === 'string' ? snapshot.routingConfigs.find(name, caller) : undefined;
  if (context.routingConfig !== undefined) return;
  services.metrics.recordPolicyDecision('refused', 'routing', 'invalid_value');
  throw new GatewayError('invalid_value', {
    param: 'X-Service-Config',
    message: 'The header X-Service-Config names no routing config.',
  });
}

function readExplain(value: string | string[], isAllowed: boolean): boolean {
  if (value !== '1' && value !== '0') {
    throw new GatewayError('invalid_value', {
      param: 'X-Service-Explain',
      message: 'The header X-Service-Explain must be 1 or 0.',
    });
  }
  if (value === '0' || isAllowed) return value === '1';
  throw new GatewayError('permission_denied', {
    param: 'X-Service-Explain',
    message: 'The header X-Service-Explain is for credentials with the permission gateway.audit.read.',
  });
}
