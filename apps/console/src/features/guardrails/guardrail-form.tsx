import { Input, SegmentedControl, Select, Skeleton, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeExample } from '../../api/bench-example.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { BenchSection } from '../../ui/bench-section.js';
import { NameInput } from '../../ui/name-input.js';
import { ScopeField } from '../../ui/policy-fields.js';
import { PolicyTargets } from '../../ui/policy-targets.js';
import type { BenchRule } from './bench-plan.js';
import { findGuardrailProblems, type Guardrail, type GuardrailValues, KINDS, toConfig } from './guardrail-values.js';

/** Every kind of field, loaded with the first form. */
const KindFields = lazy(() => import('./kind-fields.js'));

const GuardrailBench = lazy(() => import('./guardrail-bench.js'));

type Form = UseFormReturnType<GuardrailValues & Record<string, unknown>>;

interface GuardrailFormProps {
  readonly form: Form;
  readonly stored: Guardrail | undefined;
  readonly hasScope: boolean;
}

export function GuardrailForm({ form, stored, hasScope }: GuardrailFormProps): ReactNode {
  const { t } = useTranslation('guardrails');
  const { id: workspaceId } = useWorkspace();
  const [example] = useState(() => takeExample(workspaceId));
  return (
    <Stack gap={16}>
      <NameInput form={form} label={t('field.name')} description={t('hint.name')} maxLength={128} />
      {hasScope && <ScopeField {...form.getInputProps('scope')} value={form.values.scope} />}
      <Select
        label={t('field.kind')}
        description={t(`kindHint.${form.values.kind}`)}
        allowDeselect={false}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <Suspense fallback={<Skeleton h={120} />}>
        <KindFields form={form} stored={stored} />
      </Suspense>
      {form.errors.config && <Input.Error role="alert">{form.errors.config}</Input.Error>}
      <Choice form={form} name="phase" values={['before', 'after']} />
      <Choice form={form} name="mode" values={['enforce', 'audit']} />
      <PolicyTargets
        form={form}
        models={{ label: t('field.models'), description: t('hint.models') }}
        teams={{ label: t('field.teams'), description: t('hint.teams') }}
      />
      <BenchSection isOpened={example.length > 0}>
        <GuardrailBench rules={rulesOf(form.values)} isOfForm example={example} />
      </BenchSection>
    </Stack>
  );
}

/** The rule as it is typed, if it can be tried at all. */
function rulesOf(values: GuardrailValues): BenchRule[] {
  const { config: _config, ...problems } = findGuardrailProblems({ ...values, name: values.name || '-' });
  if (Object.keys(problems).length > 0) return [];
  const { name, kind, phase, mode, enabled } = values;
  return [{ id: 'form', name, kind, phase, mode, enabled, config: toConfig(values) }];
}

interface ChoiceProps {
  readonly form: Form;
  readonly name: 'phase' | 'mode';
  readonly values: readonly string[];
}

function Choice({ form, name, values }: ChoiceProps): ReactNode {
  const { t } = useTranslation('guardrails');
  return (
    <Input.Wrapper label={t(`field.${name}`)} description={t(`${name}Hint.${form.values[name]}`)} labelElement="div">
      <SegmentedControl
        mt={4}
        fullWidth
        aria-label={t(`field.${name}`)}
        data={values.map((value) => ({ value, label: t(`${name}.${value}`) }))}
        {...form.getInputProps(name)}
      />
    </Input.Wrapper>
  );
}
