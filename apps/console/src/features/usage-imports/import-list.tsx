import { Button, Card, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { SOURCE_NAMES, type UsageImport, type UsageSource, useImportActions, useImports } from './queries.js';

/** Imports that count, each with its removal. */
export function ImportList(): ReactNode {
  const { t } = useTranslation('usage-imports');
  const { data, error } = useImports();
  const { remove } = useImportActions(useWorkspace().id);
  const [removed, setRemoved] = useState<UsageImport>();
  const rows = data?.data.filter(({ state }) => state === 'complete') ?? [];
  const nameOf = (row: UsageImport): string =>
    [SOURCE_NAMES[row.source as UsageSource] ?? row.source, row.account].filter(Boolean).join(' · ');
  return (
    <Card withBorder component="section" aria-label={t('list.title')}>
      <Title order={2} size="h4" mb={8}>
        {t('list.title')}
      </Title>
      {error !== null && <FailureNotice failure={error} />}
      {data !== undefined && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('list.empty')}
        </Text>
      )}
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={560} type="native">
          <Table aria-label={t('list.title')} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {(['source', 'days', 'requests', 'cost', 'by'] as const).map((column) => (
                  <Table.Th key={column}>{t(`column.${column}`)}</Table.Th>
                ))}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td>{nameOf(row)}</Table.Td>
                  <Table.Td>{t('list.days', { from: row.first_day ?? '–', to: row.last_day ?? '–' })}</Table.Td>
                  <Table.Td>{row.requests}</Table.Td>
                  <Table.Td>${row.cost_usd}</Table.Td>
                  <Table.Td>{row.created_by}</Table.Td>
                  <Table.Td>
                    <Button size="xs" variant="default" onClick={() => setRemoved(row)}>
                      {t('list.remove')}
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <ConfirmDialog
        opened={removed !== undefined}
        title={t('list.removeTitle')}
        consequence={t('list.consequence')}
        confirmLabel={t('list.remove')}
        danger
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          if (removed !== undefined) await remove(removed.id);
          setRemoved(undefined);
        }}
      />
    </Card>
  );
}
