import { Group, Text } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleOff,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type BadgeState = 'ok' | 'warning' | 'error' | 'off' | 'pending' | 'info';

const SIGNS: Readonly<Record<BadgeState, readonly [Icon, string]>> = {
  ok: [IconCircleCheck, 'var(--console-ok)'],
  warning: [IconAlertTriangle, 'var(--console-warning)'],
  error: [IconCircleX, 'var(--console-error)'],
  off: [IconCircleOff, 'var(--mantine-color-dimmed)'],
  pending: [IconCircleDashed, 'var(--console-info)'],
  info: [IconInfoCircle, 'var(--console-info)'],
};

/** A state: icon, word and colour, so that it needs no colour to be read. */
export function StateBadge({ state, label }: { readonly state: BadgeState; readonly label: string }): ReactNode {
  const [Sign, colour] = SIGNS[state];
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'middle' }}>
      <Sign size={16} color={colour} aria-hidden style={{ flexShrink: 0 }} />
      <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
        {label}
      </Text>
    </Group>
  );
}
