import { BILLED } from '@multilane/contracts';
import { explainCost, type ModelPrice } from '@multilane/policy';
import type { AuditRecord } from '@multilane/telemetry';
import type { ModelCall } from '../model-calls/model-call.js';

/**
 * Says in the record what the cost is made of, which tier served the answer and how often the provider searched, where there is more to
 * say than tokens of text at the standard price. Without a price, tier and searches are said all the same.
 */
export function explainInRecord(
  record: AuditRecord,
  { usage }: Pick<ModelCall, 'usage'>,
  price: ModelPrice | undefined,
  priceShare: number,
): void {
  const cost = explainCost(usage, price, priceShare);
  const billed = usage?.[BILLED];
  if (cost === undefined && billed === undefined) return;
  record.details = {
    ...record.details,
    ...(cost && { cost }),
    ...(billed?.tier !== undefined && { service_tier: billed.tier }),
    ...(billed?.searches !== undefined && { searches: billed.searches }),
  };
}

/** Adds what a failed attempt, or a call that another one has overtaken, cost to the parts of a record that has them. */
export function addLost(record: AuditRecord, usd: number, part: 'failed_attempts' | 'hedge'): void {
  const { details } = record;
  if (!details?.cost || usd === 0) return;
  record.details = { ...details, cost: { ...details.cost, [part]: (details.cost[part] ?? 0) + usd } };
}
