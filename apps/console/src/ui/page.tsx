import { Box, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { GuideAnchor } from './guide-anchor.js';

export interface PageProps {
  readonly title: string;
  readonly description?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A page of the console: heading, what it is for, its guide, its actions, and the title of the document. */
export function Page({ title, description, actions, children }: PageProps): ReactNode {
  useDocumentTitle(`${title} · Multilane`);
  return (
    <Box>
      <Group justify="space-between" align="flex-start" gap={16} mb={24}>
        <Box style={{ flex: '1 1 320px', minWidth: 0 }}>
          <Title order={1} size="h3" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Text c="dimmed" size="sm" maw={720} mt={4}>
            {description} <GuideAnchor />
          </Text>
        </Box>
        {actions && <Group gap={8}>{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
