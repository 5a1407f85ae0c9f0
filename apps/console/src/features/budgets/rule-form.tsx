import { Input, NumberInput, Select, SimpleGrid, Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findModels } from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { NameInput } from '../../ui/name-input.js';
import { EnabledField, ScopeField } from '../../ui/policy-fields.js';
import { SearchSelect } from '../../ui/search-select.js';
import { AlertsLine } from './alerts-line.js';
import { RaiseField } from './raise-field.js';
import { ACTIONS, type AppliesPer, type BudgetScope, partsFor, type RuleForm, SCOPES, UNITS } from './rule-values.js';
import { ValueField } from './value-field.js';
import { WindowFields } from './window-fields.js';

interface BudgetRuleFormProps {
  readonly form: RuleForm;
  readonly workspaceId: string;
  /** True if the rule may be for the whole organization. */
  readonly hasPlace: boolean;
}

/** Everything that a budget rule can say. */
export function BudgetRuleForm({ form, workspaceId, hasPlace }: BudgetRuleFormProps): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { can } = useSession();
  return (
    <Stack gap={16}>
      <NameInput form={form} label={t('field.name')} maxLength={128} />
      {hasPlace && <ScopeField {...form.getInputProps('place')} value={form.values.place} />}
      <WhoFields form={form} workspaceId={workspaceId} />
      <AmountFields form={form} />
      <WindowFields form={form} />
      <ActionFields form={form} workspaceId={workspaceId} />
      {can('gateway.alerts.read', workspaceId) && (
        <Input.Wrapper label={t('field.alerts')} labelElement="div">
          <AlertsLine workspaceId={workspaceId} place={form.values.place} />
        </Input.Wrapper>
      )}
      <Switch
        label={t('field.include_media')}
        description={t('hint.include_media')}
        {...form.getInputProps('include_media', { type: 'checkbox' })}
      />
      <RaiseField
        value={form.values.raise}
        error={form.errors.raise}
        onChange={(raise) => form.setFieldValue('raise', raise)}
      />
      <EnabledField value={form.values.enabled} onChange={form.getInputProps('enabled').onChange} />
    </Stack>
  );
}

function WhoFields({ form, workspaceId }: { readonly form: RuleForm; readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { applies_per: per, scope } = form.values;
  return (
    <>
      <Select
        label={t('field.scope')}
        description={t('hint.scope')}
        allowDeselect={false}
        data={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
        value={scope}
        error={form.errors.scope}
        onChange={(next) => form.setValues({ scope: next as BudgetScope, value: '', applies_per: null })}
      />
      <ValueField form={form} workspaceId={workspaceId} />
      <Select
        label={t('field.applies_per')}
        description={t('hint.applies_per')}
        placeholder={t('per.default')}
        clearable
        data={partsFor(scope).map((value) => ({ value, label: t(`per.${value}`) }))}
        value={per}
        error={form.errors.applies_per}
        onChange={(next) => form.setFieldValue('applies_per', next as AppliesPer | null)}
      />
    </>
  );
}

function AmountFields({ form }: { readonly form: RuleForm }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const isMoney = form.values.unit === 'usd';
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
      <NumberInput
        label={t('field.amount')}
        required
        min={0}
        max={1e12}
        decimalScale={isMoney ? 6 : 0}
        prefix={isMoney ? '$' : ''}
        thousandSeparator=" "
        hideControls
        {...form.getInputProps('amount')}
      />
      <Select
        label={t('field.unit')}
        allowDeselect={false}
        data={UNITS.map((value) => ({ value, label: t(`unit.${value}`) }))}
        {...form.getInputProps('unit')}
      />
    </SimpleGrid>
  );
}

function ActionFields({ form, workspaceId }: { readonly form: RuleForm; readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { action, downgrade_to: target } = form.values;
  return (
    <>
      <Select
        label={t('field.action')}
        description={t(`hint.${action}`)}
        allowDeselect={false}
        data={ACTIONS.map((value) => ({ value, label: t(`effect.${value}`) }))}
        {...form.getInputProps('action')}
      />
      {action === 'downgrade' && (
        <SearchSelect
          label={t('field.downgrade_to')}
          required
          queryKey={['models', workspaceId]}
          load={(text) => findModels(workspaceId, text)}
          value={target}
          {...(target !== null && { selected: { value: target, label: target } })}
          error={form.errors.downgrade_to}
          onChange={(next) => form.setFieldValue('downgrade_to', next)}
        />
      )}
    </>
  );
}
