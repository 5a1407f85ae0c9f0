import { GatewayError } from '@multilane/errors';
import type { AlertRuleRecord } from '@multilane/persistence';

/** Fails with 409 for a rule or channel of gateway.yaml. */
export function refuseDeclared({ source }: Pick<AlertRuleRecord, 'source'>): void {
  if (source === 'config') throw new GatewayError('declared_in_config');
}
