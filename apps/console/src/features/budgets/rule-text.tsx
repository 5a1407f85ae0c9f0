import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScopedName } from '../../ui/scoped-name.js';
import { TimeText } from '../../ui/time-text.js';
import type { BudgetStatus } from './rule-states.js';
import { type BudgetRule, partOf } from './rule-values.js';

/** Requests that a rule counts, and by what it counts them apart. */
export function WhoText({ rule }: { readonly rule: BudgetRule }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { scope, value, workspace_id: workspaceId } = rule;
  const per = partOf(rule);
  if (value === null && per === scope) return t(`per.${per}`);
  return (
    <>
      {t(`scope.${scope}`)}
      {value !== null && (
        <>
          {': '}
          <ScopedName dimension={scope} part={value} workspaceId={workspaceId ?? undefined} />
        </>
      )}
      {per !== undefined && ` · ${t(`per.${per}`)}`}
    </>
  );
}

/** Name of one part of a rule; nothing for a rule that counts all requests together. */
export function PartText({ state }: { readonly state: BudgetStatus }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { key, scope, workspace_id: workspaceId } = state;
  if (key === null) return null;
  if (key === '') return t(`without.${scope}`, { defaultValue: t('without.other') });
  return <ScopedName dimension={scope} part={key} workspaceId={workspaceId ?? undefined} />;
}

/** Length of the window, and when it ends. */
export function WindowText({ rule, end }: { readonly rule: BudgetRule; readonly end: string | null }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const length = t(`window.${rule.window}`);
  return (
    <>
      <Text size="sm">{rule.rolling ? t('rollingWindow', { window: length }) : length}</Text>
      {end !== null && (
        <Text size="xs" c="dimmed" component="div">
          {t('ends')} <TimeText at={end} />
        </Text>
      )}
    </>
  );
}
