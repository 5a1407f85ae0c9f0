import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { findValuesOf } from '../../ui/scope-values.js';
import { ValueSelect } from '../../ui/value-select.js';
import type { RuleForm } from './rule-values.js';

interface ValueFieldProps {
  readonly form: RuleForm;
  readonly workspaceId: string;
}

/** The one of the scope that a rule counts: chosen where the console can list them, and text otherwise. */
export function ValueField({ form, workspaceId }: ValueFieldProps): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { can } = useSession();
  const { place, scope, value } = form.values;
  const find = findValuesOf(scope, workspaceId, place === 'organization', can);
  if (scope === 'organization') return null;
  const texts = { label: t(`value.${scope}`), description: t(scope === 'tag' ? 'hint.tag' : 'hint.value') };
  if (find === undefined) {
    return (
      <TextInput
        {...texts}
        placeholder={scope === 'tag' ? 'feature=search' : t('everyOne')}
        required={scope === 'tag'}
        maxLength={512}
        dir="auto"
        {...form.getInputProps('value')}
      />
    );
  }
  return (
    <ValueSelect
      key={`${scope}:${place}`}
      {...texts}
      placeholder={t('everyOne')}
      source={{ queryKey: ['budget-rules', 'values', scope, place, workspaceId], load: find }}
      value={value}
      error={form.errors.value}
      onChange={(next) => form.setFieldValue('value', next)}
    />
  );
}
