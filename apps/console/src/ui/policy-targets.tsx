import type { ReactNode } from 'react';
import { NamesInput, type NamesInputProps } from './names-input.js';
import { EnabledField } from './policy-fields.js';

interface PolicyTargetsProps {
  readonly form: {
    readonly values: {
      readonly models: readonly string[] | null;
      readonly teams: readonly string[] | null;
      readonly enabled: boolean;
    };
    readonly getInputProps: (field: string) => { readonly onChange: (value: unknown) => void };
  };
  readonly models: Pick<NamesInputProps, 'label' | 'description'>;
  readonly teams: Pick<NamesInputProps, 'label' | 'description'>;
}

/** Models and teams that a policy is for, and the switch that turns it on. */
export function PolicyTargets({ form, models, teams }: PolicyTargetsProps): ReactNode {
  const { values } = form;
  return (
    <>
      <NamesInput {...models} {...form.getInputProps('models')} value={values.models} />
      <NamesInput {...teams} {...form.getInputProps('teams')} value={values.teams} />
      <EnabledField value={values.enabled} onChange={form.getInputProps('enabled').onChange} />
    </>
  );
}
