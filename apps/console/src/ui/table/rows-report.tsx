import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog.js';
import { describeFailure } from '../notify.js';
import { ShareBar } from '../share-bar.js';
import { StateBadge } from '../state-badge.js';
import { countResults } from './count-results.js';
import type { RowResult } from './run-rows.js';

interface RowsReportProps<Row> {
  readonly title: string;
  /** Rows that the work began with. */
  readonly total: number;
  readonly results: readonly RowResult<Row, unknown>[];
  readonly nameOf: (row: Row) => string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Results of the rows, as they come: failures first. */
export function RowsReport<Row>({ title, total, results, nameOf, onClose, children }: RowsReportProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const isOver = results.length === total;
  const failed = results.filter(({ failure }) => failure !== undefined);
  useEffect(() => {
    if (isOver) return;
    // The browser asks before it closes the page in the midst of the work.
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOver]);
  const ordered = [...failed, ...results.filter(({ failure }) => failure === undefined)];
  return (
    <Dialog
      opened
      onClose={onClose}
      withCloseButton={isOver}
      closeOnClickOutside={false}
      closeOnEscape={isOver}
      size="lg"
      title={title}
    >
      <Stack gap={12}>
        <Text size="sm" role="status">
          {isOver ? t('table.over', countResults(results)) : t('table.running', { done: results.length, total })}
        </Text>
        {!isOver && <ShareBar share={results.length / Math.max(total, 1)} size="md" aria-label={title} />}
        <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0 }}>
          <Table verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('table.row')}</Table.Th>
                <Table.Th>{t('table.result')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {ordered.map(({ row, failure }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two rows of a file may have one name, and none is removed.
                <Table.Tr key={`${nameOf(row)}-${index}`}>
                  <Table.Td dir="auto" style={{ overflowWrap: 'anywhere' }}>
                    {nameOf(row)}
                  </Table.Td>
                  <Table.Td>
                    {failure === undefined ? (
                      <StateBadge state="ok" label={t('table.done')} />
                    ) : (
                      <Text size="sm" c="red">
                        {describeFailure(failure)}
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
        {children}
        {isOver && (
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('close')}</Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}
