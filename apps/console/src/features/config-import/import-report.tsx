import { Alert, Button, Card, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../ui/save-file.js';
import { type BadgeState, StateBadge } from '../../ui/state-badge.js';
import type { ConfigImport } from './queries.js';

type Finding = ConfigImport['findings'][number];

const STATES = {
  opens_access: 'error',
  unsupported: 'error',
  manual: 'warning',
  approximate: 'info',
  exact: 'ok',
} as const satisfies Record<Finding['status'], BadgeState>;

/** Entries that need attention stand first. */
const ORDER = Object.keys(STATES) as Finding['status'][];

/** Report of a conversion, and its gateway.yaml. */
export function ImportReport({ converted }: { readonly converted: ConfigImport }): ReactNode {
  const { t } = useTranslation('import');
  const { finding_count: count, findings, problems, variables, yaml } = converted;
  const rows = ORDER.flatMap((status) => findings.filter((finding) => finding.status === status));
  return (
    <Card withBorder component="section" aria-label={t('report.title')}>
      <Group justify="space-between" mb={16}>
        <Title order={2} size="h4">
          {t('report.title')}
        </Title>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile('gateway.yaml', 'text/yaml;charset=utf-8', yaml)}
        >
          {t('report.download')}
        </Button>
      </Group>
      <Stack gap={16}>
        <Text size="sm">{t('report.next')}</Text>
        {problems.length > 0 && (
          <Alert color="gray" title={t('report.problems')}>
            {problems.map((problem) => (
              <Text key={problem} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {problem}
              </Text>
            ))}
          </Alert>
        )}
        {variables.length > 0 && (
          <Text size="sm">
            {t('report.variables')}{' '}
            {variables.map(({ name }) => (
              <Code key={name} mr={4}>
                {name}
              </Code>
            ))}
          </Text>
        )}
        <Findings rows={rows} />
        {count > findings.length && <Text size="sm">{t('report.more', { count: count - findings.length })}</Text>}
      </Stack>
    </Card>
  );
}

function Findings({ rows }: { readonly rows: readonly Finding[] }): ReactNode {
  const { t } = useTranslation('import');
  return (
    <Table.ScrollContainer minWidth={480} mah={480} type="native">
      <Table aria-label={t('report.findings')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('report.outcome')}</Table.Th>
            <Table.Th>{t('report.key')}</Table.Th>
            <Table.Th>{t('report.message')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ message, path, status }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and a key may have several findings.
            <Table.Tr key={index}>
              <Table.Td>
                <StateBadge state={STATES[status]} label={t(`status.${status}`)} />
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Code>{path}</Code>
              </Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
