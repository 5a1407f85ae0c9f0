import { TAG_NAME, TAG_VALUE } from '@multilane/contracts';
import type { ReportProblem } from '../file/fit-to-schema.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/** Settings of each budget rule must go together. */
export const checkBudgetRules: CrossCheck = (config, report) => {
  for (const rule of config.at('budgets').at('rules').items) checkBudgetRule(rule, report);
};

/** The same for one rule. */
export const checkBudgetRule: CrossCheck = (rule, report) => {
  const scope = rule.at('scope').text ?? 'organization';
  checkValue(scope, rule.at('value'), report);
  const isTag = scope === 'tag';
  if (rule.at('applies_per').text === 'tag' && !isTag) {
    report(rule.at('applies_per').path, 'must not be tag unless the scope is tag: `value` names the tag');
  }
  const isDowngrade = rule.at('action').text === 'downgrade';
  const to = rule.at('downgrade_to');
  if (isDowngrade && !to.exists) report(to.path, 'is required for the action downgrade');
  if (!isDowngrade && to.exists) report(to.path, 'belongs to the action downgrade');
  const isRolling = rule.at('rolling').value === true;
  if (isRolling && rule.at('window').text === 'total') report(rule.at('rolling').path, 'does not go with total');
  if (isRolling && rule.at('carry_over').value === true) report(rule.at('carry_over').path, 'does not go with rolling');
};

function checkValue(scope: string, value: ConfigNode, report: ReportProblem): void {
  const { text } = value;
  if (scope === 'organization' && value.exists) report(value.path, 'does not go with the scope organization');
  if (scope !== 'tag') return;
  const [name, ...rest] = (text ?? '').split('=');
  if (!TAG_NAME.test(name ?? '') || (rest.length > 0 && !TAG_VALUE.test(rest.join('=')))) {
    report(value.path, 'must name a tag, such as feature or feature=search');
  }
}
