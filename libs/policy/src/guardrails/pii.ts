import type { EntityName } from '../pii/entities.js';
import { findEntity, planScan } from '../pii/scan-text.js';
import type { Check } from './guardrail.js';

/** Any of the entities is a finding. */
export function compilePiiCheck(entities: readonly EntityName[]): Check {
  const plan = planScan(new Set(entities));
  const isFound = (text: string): boolean => findEntity(text, plan) !== undefined;
  // White space stays: numbers of two lines are not one.
  return ({ readings }) =>
    readings.list().some(({ text, plain }) => isFound(text) || (plain !== text && isFound(plain))) ? 'finding' : 'pass';
}
