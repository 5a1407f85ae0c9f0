import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { AmountText } from '../../ui/amount-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { EnabledBadge, PauseButton, ScopeText } from '../../ui/policy-fields.js';
import { ResourcePage } from '../../ui/resource-page.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { DeclaredRules, NextRefusals } from './next-refusals.js';
import { RuleFacts } from './rule-facts.js';
import { BudgetRuleForm } from './rule-form.js';
import {
  createBudgetRule,
  findBudgetRule,
  removeBudgetRule,
  updateBudgetRule,
  useBudgetRules,
  useBudgetStates,
} from './rule-queries.js';
import { type BudgetStatus, declaredOf, groupByRule, outermostFirst } from './rule-states.js';
import { PartText, WhoText, WindowText } from './rule-text.js';
import {
  type BudgetRule,
  checkRule,
  EMPTY_RULE,
  type RuleValues,
  toChangedRule,
  toNewRule,
  valuesOfRule,
} from './rule-values.js';
import { SpentBar } from './spent-bar.js';

const MANAGE = 'gateway.budgetrules.manage';

type StatesOf = ReadonlyMap<string, readonly BudgetStatus[]>;

/** Budget rules of the workspace and of its organization, the outermost first, with what is spent of them. */
export default function BudgetRulesPage(): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search] = useUrlState();
  const list = useBudgetRules(workspace.id, search.q);
  const { data: states = [], error, refetch } = useBudgetStates(workspace.id);
  const done = useChange('budget-rules');
  const statesOf = groupByRule(states);
  return (
    <ResourcePage<BudgetRule, RuleValues>
      namespace="budget-rules"
      root="budget-rules"
      draftKey={`budget-rule:${workspace.id}`}
      list={{ ...list, rows: outermostFirst(list.rows, statesOf) }}
      columns={useRuleColumns(statesOf)}
      nameOf={({ name }) => name}
      load={findBudgetRule}
      canCreate={can(MANAGE, workspace.id)}
      canManage={({ workspace_id: id }) => can(MANAGE, id ?? undefined)}
      emptyValues={EMPTY_RULE}
      toValues={valuesOfRule}
      validate={(values) =>
        Object.fromEntries(Object.entries(checkRule(values)).map(([field, text]) => [field, t(text)]))
      }
      create={(values) => createBudgetRule(toNewRule(values, workspace.id))}
      update={({ id }, values, version) => updateBudgetRule(id, toChangedRule(values), version)}
      remove={({ id }) => removeBudgetRule(id)}
      buttons={({ id, enabled }) => (
        <PauseButton enabled={enabled} onChange={(next) => done(updateBudgetRule(id, { enabled: next }))} />
      )}
      form={(form, row) => (
        <BudgetRuleForm form={form} workspaceId={workspace.id} hasPlace={row === undefined && can(MANAGE)} />
      )}
      details={(rule) => (
        <RuleFacts
          rule={rule}
          states={statesOf.get(rule.id) ?? []}
          canReset={can(MANAGE, rule.workspace_id ?? undefined)}
        />
      )}
      above={
        <>
          {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
          <NextRefusals states={states} />
        </>
      }
    >
      <DeclaredRules states={declaredOf(states)} />
    </ResourcePage>
  );
}

/** The part with the most spending, and how many others there are. */
function MostSpent({
  rule,
  states,
}: {
  readonly rule: BudgetRule;
  readonly states: readonly BudgetStatus[];
}): ReactNode {
  const { t } = useTranslation('budget-rules');
  const [first, ...others] = states;
  if (first === undefined) {
    return (
      <Text size="sm">
        <AmountText unit={rule.unit} amount={rule.amount} /> {rule.unit !== 'usd' && t(`unit.${rule.unit}`)}
      </Text>
    );
  }
  return (
    <SpentBar name={rule.name} unit={first.unit} spent={first.spent} limit={first.limit}>
      {first.key !== null && (
        <Text size="xs" c="dimmed" component="div" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <PartText state={first} />
          {others.length > 0 && ` · ${t('others', { count: others.length })}`}
        </Text>
      )}
    </SpentBar>
  );
}

function useRuleColumns(statesOf: StatesOf): readonly ResourceColumn<BudgetRule>[] {
  const { t } = useTranslation('budget-rules');
  const of = ({ id }: BudgetRule): readonly BudgetStatus[] => statesOf.get(id) ?? [];
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: (rule) => (
        <RowName name={rule.name}>
          <Text size="xs" c="dimmed" component="div">
            <WhoText rule={rule} />
          </Text>
        </RowName>
      ),
    },
    {
      id: 'spent',
      header: t('field.spent'),
      cell: (rule) => <MostSpent rule={rule} states={of(rule)} />,
      width: '32%',
    },
    {
      id: 'window',
      header: t('field.window'),
      cell: (rule) => <WindowText rule={rule} end={of(rule)[0]?.window_end ?? null} />,
      hideBelow: 'md',
    },
    { id: 'action', header: t('field.action'), cell: ({ action }) => t(`effect.${action}`), hideBelow: 'sm' },
    {
      id: 'state',
      header: t('field.state'),
      cell: ({ enabled }) => <EnabledBadge enabled={enabled} />,
      hideBelow: 'sm',
    },
    {
      id: 'place',
      header: t('field.place'),
      cell: ({ workspace_id: id }) => <ScopeText workspaceId={id} />,
      hideBelow: 'lg',
    },
  ];
}
