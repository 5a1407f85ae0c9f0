import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { AmountText } from '../../ui/amount-text.js';
import { FactList } from '../../ui/fact-list.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { notify } from '../../ui/notify.js';
import { EnabledBadge, ScopeText } from '../../ui/policy-fields.js';
import { TimeText } from '../../ui/time-text.js';
import { AlertsLine } from './alerts-line.js';
import { resetBudgetRule } from './rule-queries.js';
import type { BudgetStatus } from './rule-states.js';
import { PartText, WhoText, WindowText } from './rule-text.js';
import type { BudgetRule } from './rule-values.js';
import { SpentBar } from './spent-bar.js';

interface RuleFactsProps {
  readonly rule: BudgetRule;
  /** The most spent part first. */
  readonly states: readonly BudgetStatus[];
  readonly canReset: boolean;
}

/** Spending and settings of a rule. */
export function RuleFacts({ rule, states, canReset }: RuleFactsProps): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { can } = useSession();
  const { id } = useWorkspace();
  const { action, downgrade_to: target, raise } = rule;
  return (
    <Stack gap={24}>
      <Parts rule={rule} states={states} canReset={canReset} />
      <FactList
        facts={[
          { label: t('field.state'), value: <EnabledBadge enabled={rule.enabled} /> },
          { label: t('field.place'), value: <ScopeText workspaceId={rule.workspace_id} /> },
          { label: t('field.scope'), value: <WhoText rule={rule} /> },
          {
            label: t('field.amount'),
            value: (
              <>
                <AmountText unit={rule.unit} amount={rule.amount} /> {rule.unit !== 'usd' && t(`unit.${rule.unit}`)}
              </>
            ),
          },
          ...(raise === null
            ? []
            : [
                {
                  label: t('field.raise'),
                  value: (
                    <>
                      <AmountText unit={rule.unit} amount={raise.amount} /> {t('until')} <TimeText at={raise.until} />
                      {raise.reason && ` · ${raise.reason}`}
                    </>
                  ),
                },
              ]),
          {
            label: t('field.window'),
            value: <WindowText rule={rule} end={states[0]?.window_end ?? null} />,
          },
          ...(rule.rolling || rule.window === 'total' ? [] : [{ label: t('field.time_zone'), value: rule.time_zone }]),
          { label: t('field.carry_over'), value: t(rule.carry_over ? 'yes' : 'no') },
          {
            label: t('field.action'),
            value: target === null ? t(`effect.${action}`) : `${t(`effect.${action}`)}: ${target}`,
          },
          ...(can('gateway.alerts.read', id)
            ? [{ label: t('field.alerts'), value: <AlertsLine workspaceId={id} place={placeOf(rule)} /> }]
            : []),
          { label: t('field.include_media'), value: t(rule.include_media ? 'yes' : 'no') },
          { label: t('field.updated'), value: <TimeText at={rule.updated_at} /> },
          { label: t('field.id'), value: <IdText id={rule.id} /> },
        ]}
      />
    </Stack>
  );
}

const placeOf = ({ workspace_id: place }: BudgetRule) => (place === null ? 'organization' : 'workspace');

function Parts({ rule, states, canReset }: RuleFactsProps): ReactNode {
  const { t } = useTranslation('budget-rules');
  const [asked, setAsked] = useState<BudgetStatus>();
  return (
    <Stack gap={12} component="section" aria-label={t('parts.title')}>
      <Title order={3} size="h6">
        {t('parts.title')}
      </Title>
      {states.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(rule.enabled ? 'parts.none' : 'parts.paused')}
        </Text>
      )}
      {states.map((state) => (
        <Group key={state.key} justify="space-between" align="flex-end" wrap="nowrap">
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text size="sm" fw={500} component="div" style={{ overflowWrap: 'anywhere' }}>
              <PartText state={state} />
            </Text>
            <SpentBar name={state.key || rule.name} unit={state.unit} spent={state.spent} limit={state.limit} />
          </div>
          {canReset && state.spent > 0 && state.key !== '' && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('reset.label', { name: state.key ?? rule.name })}
              onClick={() => setAsked(state)}
            >
              {t('reset.action')}
            </Button>
          )}
        </Group>
      ))}
      <ResetForm rule={rule} state={asked} onClose={() => setAsked(undefined)} />
    </Stack>
  );
}

interface ResetFormProps {
  readonly rule: BudgetRule;
  readonly state: BudgetStatus | undefined;
  readonly onClose: () => void;
}

/** Asks for the reason, which is in the audit trail. */
function ResetForm({ rule, state, onClose }: ResetFormProps): ReactNode {
  const { t } = useTranslation('budget-rules');
  const changed = useChange('budget-rules', 'budgets');
  return (
    <FormDrawer
      opened={state !== undefined}
      title={t('reset.title', { name: state?.key ?? rule.name })}
      onClose={onClose}
      row={undefined}
      initialValues={{ reason: '' }}
      validate={{ reason: (reason: string) => (reason.trim() === '' ? t('required.reason') : null) }}
      submitLabel={t('reset.action')}
      onSubmit={async ({ reason }) => {
        await changed(resetBudgetRule(rule.id, { reason: reason.trim(), ...(state?.key && { key: state.key }) }));
        onClose();
        notify.success(t('done.reset'));
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <Text size="sm">{t('reset.consequence')}</Text>
          <TextInput
            label={t('reset.reason')}
            required
            data-autofocus
            maxLength={500}
            dir="auto"
            {...form.getInputProps('reason')}
          />
        </Stack>
      )}
    </FormDrawer>
  );
}
