import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowNameProps {
  readonly name: string;
  /** Part of a secret by which its row is known. */
  readonly hint?: string;
  /** Sign beside the name. */
  readonly mark?: ReactNode;
  /** Further lines below the name. */
  readonly children?: ReactNode;
}

/** Name of a row in a list, and the smaller lines below it. */
export function RowName({ name, hint, mark, children }: RowNameProps): ReactNode {
  const text = (
    <Text size="sm" fw={500} dir="auto" lineClamp={2}>
      {name}
    </Text>
  );
  const line = mark ? (
    <Group gap={8} wrap="nowrap">
      {text}
      {mark}
    </Group>
  ) : (
    text
  );
  if (hint === undefined && children === undefined) return line;
  return (
    <Stack gap={0}>
      {line}
      {hint !== undefined && (
        <Text size="xs" c="dimmed" ff="monospace">
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  );
}
