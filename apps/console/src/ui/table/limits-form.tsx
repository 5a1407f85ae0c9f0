import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../form-drawer.js';
import { LimitInput } from '../limit-input.js';
import { changedLimits, type Limits, sharedLimits } from './shared-limits.js';

interface LimitField<Field extends string> {
  readonly name: Field;
  readonly label: string;
  readonly decimals?: number;
}

interface LimitsFormProps<Field extends string> {
  readonly rows: readonly Limits<Field>[];
  readonly fields: readonly LimitField<Field>[];
  readonly title: string;
  readonly submitLabel: string;
  readonly onClose: () => void;
  /** Gets the limits that were changed. */
  readonly onLimits: (changed: Partial<Limits<Field>>) => void;
}

/** Limits of many rows at once. A field in which they differ is empty, and stays as it is until somebody fills it. */
export function LimitsForm<Field extends string>(props: LimitsFormProps<Field>): ReactNode {
  const { rows, fields, title, submitLabel, onClose, onLimits } = props;
  const { t } = useTranslation('common');
  // The list may be read again while the form is open.
  const [shared] = useState(() =>
    sharedLimits(
      rows,
      fields.map(({ name }) => name),
    ),
  );
  return (
    <FormDrawer<Record<string, number>>
      opened
      title={title}
      onClose={onClose}
      row={undefined}
      initialValues={Object.fromEntries(fields.map(({ name }) => [name, shared[name] ?? 0]))}
      submitLabel={submitLabel}
      onSubmit={(values) => Promise.resolve(onLimits(changedLimits(values as Limits<Field>, shared)))}
    >
      {(form) =>
        fields.map(({ name, label, decimals = 0 }) => (
          <LimitInput
            key={name}
            label={label}
            decimals={decimals}
            {...(shared[name] === undefined && { placeholder: t('table.differ') })}
            {...form.getInputProps(name)}
          />
        ))
      }
    </FormDrawer>
  );
}
