import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LanesMark } from './lanes-mark.js';

/** One sentence, and the one thing to do next. */
export function EmptyState({
  sentence,
  action,
}: {
  readonly sentence: string;
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <Stack align="center" gap={16} py={48} px={16}>
      <LanesMark size={32} muted />
      <Text c="dimmed" size="sm" ta="center" maw={480}>
        {sentence}
      </Text>
      {action}
    </Stack>
  );
}
