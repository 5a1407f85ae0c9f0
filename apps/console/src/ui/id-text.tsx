import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.js';

const LONGEST = 20;

/** An id, shortened in the middle, with a button that copies all of it. */
export function IdText({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation('common');
  const shown = id.length > LONGEST ? `${id.slice(0, 8)}…${id.slice(-6)}` : id;
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex">
      <Text span size="xs" ff="monospace" title={id}>
        {shown}
      </Text>
      <CopyButton value={id} label={t('copy.id')} size="xs" />
    </Group>
  );
}
