import type { components } from '../../api/schema.js';

type AlertRule = Pick<
  components['schemas']['AlertRuleView'],
  'id' | 'name' | 'kind' | 'enabled' | 'team_id' | 'workspace_id' | 'settings'
>;

/** An alert rule that watches a budget, with the percents at which it alerts. */
export interface BudgetAlert {
  readonly id: string;
  readonly name: string;
  readonly thresholds: readonly number[];
}

/** Finds the alert rules that watch the budget rules of a place (docs/alerts.md): those of the organization watch all, those of a team none. */
export function alertsOn(place: 'workspace' | 'organization', rules: readonly AlertRule[]): readonly BudgetAlert[] {
  return rules
    .filter(({ enabled, kind, team_id: team }) => kind === 'budget' && enabled && team === null)
    .filter(({ workspace_id: workspace }) => workspace === null || place === 'workspace')
    .map(({ id, name, settings }) => {
      const { thresholds } = settings as { readonly thresholds?: unknown };
      return { id, name, thresholds: Array.isArray(thresholds) ? thresholds.map(Number) : [] };
    });
}
