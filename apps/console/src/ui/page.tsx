import { Anchor, Box, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../api/client.js';

export interface PageProps {
  readonly title: string;
  readonly description?: string;
  readonly actions?: ReactNode;
  /** The address of a page of the documentation; one that begins with a slash is below the base path. */
  readonly docs?: string;
  readonly children?: ReactNode;
}

/** A page of the console: heading, what it is for, its actions, and the title of the document. */
export function Page({ title, description, actions, docs, children }: PageProps): ReactNode {
  const { t } = useTranslation('common');
  useDocumentTitle(`${title} · Multilane`);
  return (
    <Box>
      <Group justify="space-between" align="flex-start" gap={16} mb={24}>
        <Box style={{ flex: '1 1 320px', minWidth: 0 }}>
          <Title order={1} size="h3" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {(description !== undefined || docs !== undefined) && (
            <Text c="dimmed" size="sm" maw={720} mt={4}>
              {description}{' '}
              {docs !== undefined && (
                <Anchor href={docs.startsWith('/') ? `${basePath()}${docs}` : docs} inherit underline="always">
                  {t('docs')}
                </Anchor>
              )}
            </Text>
          )}
        </Box>
        {actions && <Group gap={8}>{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
