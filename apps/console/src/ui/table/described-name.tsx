import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowName } from './row-name.js';

interface DescribedNameProps {
  readonly name: string;
  readonly description: string | null;
}

/** Name of a row in a list, above its description. */
export function DescribedName({ description, name }: DescribedNameProps): ReactNode {
  return (
    <RowName name={name}>
      <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
        {description}
      </Text>
    </RowName>
  );
}
