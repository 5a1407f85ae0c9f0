import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface NameInputProps extends Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'maxLength'> {
  readonly form: { readonly getInputProps: (field: string) => object };
}

/** Field `name` of a form: it is required, and a form that opens begins with it. */
export function NameInput({ form, ...props }: NameInputProps): ReactNode {
  return <TextInput {...props} required data-autofocus dir="auto" {...form.getInputProps('name')} />;
}
