import { Card, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../ui/code-text.js';

const COMMANDS = {
  docker: 'docker compose exec workspace node dist/cli/main.js config import /etc/multilane/gateway.yaml --dry-run',
  source: 'pnpm workspace:cli config import gateway.yaml --dry-run',
} as const;

/** Contents that are imported from a gateway.yaml, in the order of the table. */
const CONTENTS = ['organization', 'teams', 'keys', 'models', 'providers', 'policies'] as const;

/** Explains the move of a gateway.yaml into the database. It is a command, because it reads a file of the operator. */
export function FileCommands(): ReactNode {
  const { t } = useTranslation('import');
  return (
    <Stack gap={24}>
      <Card withBorder>
        <Title order={2} size="h4" mb={8}>
          {t('commands.title')}
        </Title>
        <Text size="sm" c="dimmed" mb={16}>
          {t('commands.text')}
        </Text>
        <Stack gap={16}>
          {(['docker', 'source'] as const).map((name) => (
            <div key={name}>
              <Text size="sm" fw={500} mb={4}>
                {t(`commands.${name}`)}
              </Text>
              <CodeText label={t(`commands.${name}`)} text={COMMANDS[name]} />
            </div>
          ))}
        </Stack>
      </Card>
      <Card withBorder>
        <Title order={2} size="h4" mb={8}>
          {t('contents.title')}
        </Title>
        <Table aria-label={t('contents.title')}>
          <Table.Tbody>
            {CONTENTS.map((name) => (
              <Table.Tr key={name}>
                <Table.Th>{t(`contents.${name}.name`)}</Table.Th>
                <Table.Td>{t(`contents.${name}.text`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
    </Stack>
  );
}
