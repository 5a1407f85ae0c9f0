import { Group, Text, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Marks what gateway.yaml declares, which is changed there and never in a form. */
export function ConfigLock({ line }: { readonly line?: number }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Tooltip label={t('config.hint')} withArrow multiline maw={280}>
      <Group component="span" gap={4} wrap="nowrap" display="inline-flex" c="dimmed">
        <IconLock size={14} aria-hidden style={{ flexShrink: 0 }} />
        <Text span size="xs" style={{ whiteSpace: 'nowrap' }}>
          {line === undefined ? t('config.label') : t('config.line', { line })}
        </Text>
      </Group>
    </Tooltip>
  );
}
