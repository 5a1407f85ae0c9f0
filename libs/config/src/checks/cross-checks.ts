import { checkAlerts } from './check-alerts.js';
import { checkBudgetRules } from './check-budget-rules.js';
import { checkDependentSettings } from './check-dependent-settings.js';
import { checkPrompts } from './check-prompts.js';
import { checkProviderEntries } from './check-provider-entries.js';
import { checkQueues } from './check-queues.js';
import { checkReferences } from './check-references.js';
import { checkRouting } from './check-routing.js';
import { checkUniqueNames } from './check-unique-names.js';
import type { CrossCheck } from './config-node.js';

/** Every rule the schema of a single value cannot hold. */
export const CROSS_CHECKS: readonly CrossCheck[] = [
  checkUniqueNames,
  checkProviderEntries,
  checkReferences,
  checkRouting,
  checkPrompts,
  checkDependentSettings,
  checkBudgetRules,
  checkAlerts,
  checkQueues,
];
