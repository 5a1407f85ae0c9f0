import { NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderFields } from '../../ui/header-fields.js';
import {
  CHECKERS,
  type CheckerName,
  type CheckerSetting,
  type Guardrail,
  type GuardrailValues,
} from './guardrail-values.js';

export type Form = UseFormReturnType<GuardrailValues & Record<string, unknown>>;

export interface KindFieldsProps {
  readonly form: Form;
  readonly stored: Guardrail | undefined;
}

/** The settings of a checker: somebody's own, or a service with an address and settings that it documents. */
export function CheckerFields({ form, stored }: KindFieldsProps): ReactNode {
  const { t } = useTranslation('guardrails');
  const kept = stored?.header_names ?? [];
  const { address, key } = CHECKERS[form.values.service];
  return (
    <>
      <Select
        label={t('field.service')}
        allowDeselect={false}
        data={(Object.keys(CHECKERS) as CheckerName[]).map((value) => ({
          value,
          label: labelOf(value) ?? t('ownService'),
        }))}
        {...form.getInputProps('service')}
        onChange={(service) => form.setFieldValue('service', service as never)}
      />
      <TextInput
        label={t('field.url')}
        required
        type="url"
        dir="ltr"
        placeholder={address}
        {...form.getInputProps('url')}
      />
      <ServiceFields form={form} />
      <HeaderFields
        form={form}
        hasKept={kept.length > 0}
        label={t('field.headers')}
        description={t('hint.headers')}
        placeholder={kept.length > 0 ? t('headersKept', { names: kept.join(', ') }) : key}
        removeLabel={t('field.removeHeaders')}
      />
      <NumberInput
        label={t('field.timeout_ms')}
        min={1}
        allowDecimal={false}
        suffix=" ms"
        hideControls
        {...form.getInputProps('timeout_ms')}
      />
      <Select
        label={t('field.on_failure')}
        allowDeselect={false}
        data={(['closed', 'open'] as const).map((value) => ({ value, label: t(`onFailure.${value}`) }))}
        {...form.getInputProps('on_failure')}
      />
    </>
  );
}

const labelOf = (name: CheckerName): string | undefined => (name === 'own' ? undefined : CHECKERS[name].label);

function ServiceFields({ form }: { readonly form: Form }): ReactNode {
  const { t } = useTranslation('guardrails');
  const { service } = form.values;
  const settings: readonly CheckerSetting[] = CHECKERS[service].settings;
  return (
    <>
      {settings.includes('project') && (
        <TextInput
          label={t(`project.${service}`)}
          description={t('hint.project')}
          dir="ltr"
          {...form.getInputProps('project')}
        />
      )}
      {settings.includes('level') && (
        <NumberInput
          label={t('field.threshold')}
          description={t(`level.${service}`)}
          min={0}
          max={service === 'presidio' ? 1 : 6}
          {...form.getInputProps('level')}
        />
      )}
      {settings.includes('categories') && (
        <TagsInput
          label={t('field.categories')}
          description={t('hint.categories')}
          {...form.getInputProps('categories')}
          value={[...form.values.categories]}
        />
      )}
      {service !== 'own' && (
        <NumberInput
          label={t('field.cache_seconds')}
          description={t('hint.cache_seconds')}
          min={0}
          max={86_400}
          allowDecimal={false}
          suffix=" s"
          hideControls
          {...form.getInputProps('cache_seconds')}
        />
      )}
      {settings.includes('language') && (
        <TextInput label={t('field.language')} placeholder="en" dir="ltr" {...form.getInputProps('language')} />
      )}
    </>
  );
}
