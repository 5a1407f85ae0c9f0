import { planKeys } from './make-company.js';
import { chargeBudgets, planBudgets } from './plan-budgets.js';
import { planRequests, type RequestPlan, type SeedKey } from './plan-requests.js';

/** A number as the id of a thing. */
const idOf = (kind: number, number: number): string =>
  `0190000${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** Requests and budgets of the company, as if a service had made it: for tests. */
export function planned({
  count,
  now,
  organization = { id: idOf(1, 1), name: 'Brightline' },
  seed = 1,
}: Pick<RequestPlan, 'count' | 'now'> & Partial<RequestPlan>) {
  const named = (kind: number) => (name: string, number: number) => ({ id: idOf(kind, number), name });
  const workspaces = ['one', 'two', 'three'].map(named(2));
  const teams = Array.from({ length: 20 }, (_, number) => ({ id: idOf(3, number), name: '' }));
  const people = Array.from({ length: 30 }, (_, number) => idOf(4, number));
  const keys: SeedKey[] = planKeys({ workspaces, teams, people }).map((key, number) => ({
    ...key,
    id: idOf(5, number),
  }));
  const records = planRequests({ organization, keys, count, now, seed, days: 60 });
  const budgets = planBudgets(records, now, seed);
  chargeBudgets(records, budgets, [], now);
  return { budgets, keys, records };
}
