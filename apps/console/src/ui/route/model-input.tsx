import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { findModels } from '../../api/lookups.js';
import { useWorkspace } from '../../api/use-workspace.js';

interface ModelInputProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly disabled: boolean;
  readonly error?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The name of a model: one of the workspace, or any other name that the service resolves, such as an alias. */
export function ModelInput(props: ModelInputProps): ReactNode {
  const { id } = useWorkspace();
  const [asked] = useDebouncedValue(props.value, 200);
  const { data = [] } = useQuery({
    queryKey: ['models', id, 'choices', asked],
    queryFn: () => findModels(id, asked),
    enabled: !props.disabled,
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      {...props}
      required
      maxLength={512}
      dir="auto"
      maxDropdownHeight={240}
      data={[...new Set(data.map(({ value }) => value))]}
    />
  );
}
