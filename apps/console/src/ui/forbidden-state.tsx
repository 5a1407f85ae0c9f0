import { Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** For a page that the person may not see. */
export function ForbiddenState(): ReactNode {
  const { t } = useTranslation('common');
  useDocumentTitle(`${t('forbidden.title')} · Multilane`);
  return (
    <Stack align="center" gap={8} py={64} px={16}>
      <IconLock size={32} stroke={1.5} aria-hidden />
      <Title order={1} size="h4">
        {t('forbidden.title')}
      </Title>
      <Text c="dimmed" size="sm" ta="center" maw={480}>
        {t('forbidden.text')}
      </Text>
    </Stack>
  );
}
