import type { CredentialChanges } from '@multilane/persistence';
import { invalidField } from '../../http/invalid-field.js';
import { comparePriorities, readQueue } from '../routing/read-queue.js';
import type { KeyLimitsDto } from './dto/write-key.dto.js';

/**
 * The limits of a key as they are stored: one that was left out is unlimited. `budget_usd` is a budget whose period
 * never ends. Fails with 400 if both forms of the budget are given, `budget_usd` with another period, a queue without a limit, or a
 * priority above the highest one.
 */
export function readLimits(dto: KeyLimitsDto): CredentialChanges {
  const { rpm_limit: rpmLimit = 0, tpm_limit: tpmLimit = 0, budget_usd: lifetime } = dto;
  const { budget_usd_monthly: periodic, budget_reset_period: period, max_parallel: maxParallel = 0 } = dto;
  if (lifetime !== undefined && periodic !== undefined) {
    throw invalidField('budget_usd', 'is another form of `budget_usd_monthly`; give one of them.');
  }
  if (lifetime !== undefined && period !== undefined && period !== 'never') {
    throw invalidField('budget_reset_period', 'must be never, or left out, beside `budget_usd`.');
  }
  const { queue = null, priority = null, max_priority: maxPriority = null } = dto;
  comparePriorities({ priority, maxPriority });
  return {
    rpmLimit,
    tpmLimit,
    maxParallel,
    queue: readQueue(queue, maxParallel),
    priority,
    maxPriority,
    budgetUsd: periodic ?? lifetime ?? 0,
    budgetResetPeriod: lifetime === undefined ? period : 'never',
  };
}
