import type { AlertFinding, AlertKind } from '@multilane/persistence';
import type { ConditionContext } from './condition-context.js';
import type { GroupNews } from './describe-groups.js';
import { findBudgets } from './find-budgets.js';
import { findExpiring, findRotations } from './find-due-credentials.js';
import {
  findBacklog,
  findCoolDowns,
  findRegressions,
  findSpools,
  findStoppedExports,
  findWebhooks,
} from './find-failing-work.js';
import { findErrorRate, findRateLimited, findSlow, findSpend } from './find-odd-requests.js';

/** Conditions of a rule in one evaluation at most: where there are so many, further ones may hold. */
export const MOST_CONDITIONS = 200;

/** A condition that a rule found, with what a message is to tell of it while it lasts. */
export interface FoundCondition extends AlertFinding {
  readonly news?: GroupNews | undefined;
}

type Finder = (context: ConditionContext) => Promise<FoundCondition[]>;

/** Finds what each kind of rule looks for. */
const FINDERS: Readonly<Record<AlertKind, Finder>> = {
  budget: findBudgets,
  spend: findSpend,
  error_rate: findErrorRate,
  latency: (context) => findSlow(context, 'duration'),
  first_byte: (context) => findSlow(context, 'first_byte'),
  rate_limited: findRateLimited,
  expiry: findExpiring,
  rotation: findRotations,
  webhooks: findWebhooks,
  backlog: findBacklog,
  regression: findRegressions,
  spool: findSpools,
  cool_down: findCoolDowns,
  stopped_export: findStoppedExports,
};

/** The conditions of a rule that hold now. */
export async function findConditions(context: ConditionContext): Promise<FoundCondition[]> {
  return (await FINDERS[context.rule.kind](context)).slice(0, MOST_CONDITIONS);
}
