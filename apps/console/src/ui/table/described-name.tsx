import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface DescribedNameProps {
  readonly name: string;
  readonly description: string | null;
}

/** Name of a row in a list, above its description. */
export function DescribedName({ description, name }: DescribedNameProps): ReactNode {
  return (
    <>
      <Text size="sm" fw={500} dir="auto" lineClamp={2}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
        {description}
      </Text>
    </>
  );
}
