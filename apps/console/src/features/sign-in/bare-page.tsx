import { Box, Center, Group, Paper, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { LanesMark } from '../../ui/lanes-mark.js';

/** A page for people who are not signed in: one card. */
export function BarePage({
  children,
  text,
  title,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  useDocumentTitle(`${title} · Multilane`);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Box w="100%" maw={400}>
        <Group gap="xs" mb="lg" justify="center">
          <LanesMark size={20} />
          <Text fw={600}>Multilane</Text>
        </Group>
        <Paper withBorder p="lg">
          <Title order={1} size="h3" mb={4}>
            {title}
          </Title>
          {text && (
            <Text size="sm" c="dimmed" mb="md">
              {text}
            </Text>
          )}
          {children}
        </Paper>
      </Box>
    </Center>
  );
}
