import type { EntityName } from '../pii/entities.js';
import { findEntity, planScan } from '../pii/scan-text.js';
import type { Check } from './guardrail.js';

/** Any of the entities is a finding. */
export function compilePiiCheck(entities: readonly EntityName[]): Check {
  const plan = planScan(new Set(entities));
  return ({ parts }) => (parts.some(({ text }) => findEntity(text, plan) !== undefined) ? 'finding' : 'pass');
}
