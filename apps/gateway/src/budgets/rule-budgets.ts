import type { Tags } from '@multilane/contracts';
import {
  type BudgetedRequest,
  type BudgetRule,
  type CallerRules,
  type CountedBudget,
  type MatchedRule,
  type RuleBudgets,
  type RuleShare,
} from '@multilane/policy';
import type { ServedModel } from '../snapshot/snapshot.js';
import type { BudgetLeaseRenewer } from './budget-lease-renewer.js';

/** Tags and customer of a request. */
interface Attribution {
  readonly tags: Tags | undefined;
  readonly customer: string | undefined;
}

/** A request, as far as budget rules need to know. */
export interface BudgetSubject {
  readonly attribution: Attribution | undefined;
  /** Every model that may serve it. */
  readonly models: readonly ServedModel[];
  /** Logical name of the virtual model that it named. */
  readonly virtualModel: string | undefined;
  /** True if it costs nothing whatever it uses: rules in US dollars do not concern it. */
  readonly isFree: boolean;
  /** True if it is for media, which rules count only if they say so. */
  readonly isMedia?: boolean;
  /** True if a rule has sent it to another model already: such rules only count it. */
  readonly isDowngraded?: boolean;
}

/** A rule that some of the models match that may serve a request. */
interface MatchedByModels extends Pick<MatchedRule, 'account' | 'part' | 'rule'> {
  /** Undefined: all of them. */
  readonly targets: ReadonlySet<ServedModel> | undefined;
}

type Matched = MatchedRule | MatchedByModels;

/**
 * The budgets of the rules that a request matches; undefined if none does, which allocates nothing beyond the look-up.
 *
 * @param now Of a clock that only goes forward, in milliseconds
 */
export function findRuleBudgets(
  keeper: BudgetLeaseRenewer,
  rules: CallerRules,
  subject: BudgetSubject,
  now: number,
): RuleBudgets | undefined {
  const matched = matchRules(rules, subject);
  if (matched.length === 0) return undefined;
  const epochMs = keeper.epochMs(now);
  const shares: RuleShare[] = [];
  const counted: CountedBudget[] = [];
  for (const each of matched) {
    const { settings } = each.rule;
    if (subject.isFree && settings.unit === 'usd') continue;
    if (subject.isMedia && !settings.includesMedia) continue;
    const isCounted = settings.action === 'alert' || (settings.action === 'downgrade' && subject.isDowngraded);
    if (isCounted) counted.push(countOnly(each, epochMs));
    else shares.push(shareOf(keeper, each, now, epochMs));
  }
  return shares.length + counted.length === 0 ? undefined : { shares, counted };
}

function matchRules(rules: CallerRules, { attribution, models, virtualModel }: BudgetSubject): readonly Matched[] {
  if (models.length > 1 && rules.dependsOnModel) {
    return matchEach(rules, models, (model) => describe(attribution, model, virtualModel));
  }
  return rules.match(describe(attribution, models[0], virtualModel));
}

/** Matches each model that may serve the request: a rule that matches for some of them counts those alone. */
function matchEach(
  rules: CallerRules,
  models: readonly ServedModel[],
  describeFor: (model: ServedModel) => BudgetedRequest,
): readonly MatchedByModels[] {
  const byAccount = new Map<
    string,
    { readonly rule: BudgetRule; readonly part: string | undefined; readonly targets: Set<ServedModel> }
  >();
  for (const model of models) {
    for (const { account, part, rule } of rules.match(describeFor(model))) {
      const known = byAccount.get(account);
      if (known === undefined) byAccount.set(account, { rule, part, targets: new Set([model]) });
      else known.targets.add(model);
    }
  }
  const distinct = new Set(models).size;
  return [...byAccount].map(([account, { part, rule, targets }]) => ({
    rule,
    part,
    account,
    targets: targets.size === distinct ? undefined : targets,
  }));
}

function describe(
  attribution: Attribution | undefined,
  model: ServedModel | undefined,
  virtualModel: string | undefined,
): BudgetedRequest {
  const names = model?.names ?? NO_NAMES;
  return {
    tags: attribution?.tags,
    customer: attribution?.customer,
    models: virtualModel === undefined ? names : [...names, virtualModel],
    provider: model?.target.providerName,
  };
}

const NO_NAMES: readonly string[] = [];

function countOnly(matched: Matched, epochMs: number): CountedBudget {
  const { account, rule } = matched;
  const { unit, window } = rule.settings;
  const periodStart = new Date(window.boundsAt(epochMs).startsAt).toISOString();
  return { account, periodStart, unit, targets: 'targets' in matched ? matched.targets : undefined };
}

/** Share of a request in the budget of a rule. Most have that of the request before, as long as it holds. */
function shareOf(keeper: BudgetLeaseRenewer, matched: Matched, now: number, epochMs: number): RuleShare {
  if ('targets' in matched) return openShare(keeper, matched, matched.targets, now, epochMs);
  const last = matched.lastShare;
  if (last !== undefined && last.ledger === keeper.rules && epochMs < last.until && epochMs >= last.from) {
    if (!last.share.account.isForgotten) return last.share;
  }
  const share = openShare(keeper, matched, undefined, now, epochMs);
  const { raise, window } = matched.rule.settings;
  const { endsAt, startsAt } = window.boundsAt(epochMs);
  const until = raise !== undefined && epochMs < raise.until ? Math.min(endsAt, raise.until) : endsAt;
  matched.lastShare = { ledger: keeper.rules, share, from: startsAt, until };
  return share;
}

function openShare(
  keeper: BudgetLeaseRenewer,
  matched: Matched,
  targets: ReadonlySet<ServedModel> | undefined,
  now: number,
  epochMs: number,
): RuleShare {
  const { part: owner = '', rule } = matched;
  const { amount, carriesOver, downgradeTo, unit, window } = rule.settings;
  const limit = rule.limitAt(epochMs);
  const carriesOf = carriesOver ? amount : undefined;
  const budget = { owner, group: rule.account, period: window, limit, costs: rule.costs, carriesOf };
  const account = keeper.rules.find(budget, () => matched.account, now, epochMs);
  return { account, limit, unit, scope: rule.refusedScope, downgradeTo, targets };
}
