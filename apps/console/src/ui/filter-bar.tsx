import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** Filters above a list, side by side, wrapping on a phone. */
export function FilterBar({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Group gap={8} mb={16} align="flex-end">
      {children}
    </Group>
  );
}
