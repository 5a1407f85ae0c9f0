import { Checkbox, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

interface HeaderFieldsProps {
  /** Fields `headers` and `removeHeaders` of a form. */
  readonly form: { readonly getInputProps: (field: string, options?: { readonly type: 'checkbox' }) => object };
  /** True if headers are stored, whose values nobody can read. */
  readonly hasKept: boolean;
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly removeLabel: string;
}

/** Headers, one a line, and a box that removes those that are stored. */
export function HeaderFields({ form, hasKept, removeLabel, ...props }: HeaderFieldsProps): ReactNode {
  return (
    <>
      <Textarea {...props} autosize minRows={2} dir="ltr" {...form.getInputProps('headers')} />
      {hasKept && (
        <Checkbox size="xs" label={removeLabel} {...form.getInputProps('removeHeaders', { type: 'checkbox' })} />
      )}
    </>
  );
}
