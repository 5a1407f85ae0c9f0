import type { Caller } from '@multilane/auth';
import { type BudgetRuleEntry, type GatewayConfig, parseBudgetRuleEntry, type Steps } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { BudgetRules, type CallerRules, readDeclaredRule, readStoredRule } from '@multilane/policy';
import { LastMade, noProblems } from '../rows/last-made.js';
import { oncePerRow } from '../rows/once-per-row.js';
import type { Organization, Snapshot, SnapshotBudgets } from '../snapshot.js';
import { describeCaller } from './describe-caller.js';

type PolicyRow = SnapshotRows['policies'][number];

/** Rules stay the same objects as long as their rows do, with what they have learned of the cost of requests. */
const readRow = oncePerRow((row: PolicyRow) => {
  const { entry } = parseBudgetRuleEntry({ ...row.definition, name: row.name });
  return entry && readStoredRule(entry, row);
});

/** Rules of each caller, worked out once for as long as both the caller and the snapshot exist. */
class RememberedRules implements SnapshotBudgets {
  private readonly found = new WeakMap<Caller, CallerRules | null>();

  constructor(private readonly rules: BudgetRules) {}

  get hasMedia(): boolean {
    return this.rules.hasMedia;
  }

  get hasDowngrades(): boolean {
    return this.rules.hasDowngrades;
  }

  find(snapshot: Snapshot, caller: Caller): CallerRules | undefined {
    let rules = this.found.get(caller);
    if (rules === undefined) {
      rules = this.rules.findForCaller(describeCaller(snapshot, caller)) ?? null;
      this.found.set(caller, rules);
    }
    return rules ?? undefined;
  }
}

/**
 * The budget rules of gateway.yaml, which hold for its own organization, and those of the database; undefined if there are
 * none. A rule that this version cannot read counts nothing.
 */
export function* buildBudgetRules(
  { budgets }: Pick<GatewayConfig, 'budgets'>,
  policies: readonly PolicyRow[],
  own: Organization,
  last = new LastMade<BudgetRules | undefined>(),
): Steps<SnapshotBudgets | undefined> {
  const rules = yield* last.find([budgets, policies, own], noProblems, () => indexRules(budgets.rules, policies, own));
  // The rules of a caller depend on the caller's team too, which may be another one in the next snapshot.
  return rules && new RememberedRules(rules);
}

function* indexRules(
  declared: readonly BudgetRuleEntry[],
  policies: readonly PolicyRow[],
  own: Organization,
): Steps<BudgetRules | undefined> {
  if (declared.length === 0 && policies.length === 0) return undefined;
  const rules = new BudgetRules();
  for (const entry of declared) {
    rules.add(readDeclaredRule(entry, own.name), own.id ?? own.name);
    yield;
  }
  for (const row of policies) {
    const rule = row.enabled ? readRow(row) : undefined;
    if (rule) rules.add(rule, row.organizationId);
    yield;
  }
  return rules;
}
