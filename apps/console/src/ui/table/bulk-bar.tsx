import { Button, Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../confirm-dialog.js';
import { notify } from '../notify.js';
import { countResults } from './count-results.js';
import { RowsReport } from './rows-report.js';
import { type RowResult, runRows } from './run-rows.js';
import { useIsShown } from './use-is-shown.js';

/** Something that can be done with many rows. */
export interface BulkAction<Row> {
  readonly id: string;
  readonly label: string;
  /** Asked before it begins. */
  readonly consequence: string;
  /** Number of rows that it takes; any number by default. */
  readonly rows?: number;
  /** Replaces the work and its question, for an action that only shows the rows. */
  readonly show?: (rows: readonly Row[]) => void;
  readonly danger?: boolean;
  readonly work: (row: Row) => Promise<unknown>;
  /** Replaces the question, for an action that needs a form. */
  readonly form?: (
    rows: readonly Row[],
    start: (work: (row: Row) => Promise<unknown>) => void,
    onClose: () => void,
  ) => ReactNode;
}

export interface TableSelection<Row> {
  readonly actions: readonly BulkAction<Row>[];
  readonly nameOf: (row: Row) => string;
  /** False for rows that nothing can be done with. */
  readonly isSelectable?: (row: Row) => boolean;
  /** Called once when the rows have been worked on. */
  readonly onDone: () => void;
}

interface BulkBarProps<Row> {
  readonly selection: TableSelection<Row>;
  readonly selected: readonly Row[];
  readonly onClear: () => void;
}

/** Actions for the selected rows, and the report of what became of each. */
export function BulkBar<Row>({ selection, selected, onClear }: BulkBarProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const shown = useIsShown();
  const [asked, setAsked] = useState<BulkAction<Row>>();
  const [report, setReport] = useState<BulkReport<Row>>();
  const start = async (action: BulkAction<Row>, work: (row: Row) => Promise<unknown>): Promise<void> => {
    const rows = selected;
    const results: RowResult<Row, unknown>[] = [];
    setAsked(undefined);
    setReport({ title: action.label, total: rows.length, results });
    const all = await runRows(rows, work, (result) => {
      results.push(result);
      setReport({ title: action.label, total: rows.length, results: [...results] });
    });
    selection.onDone();
    if (!shown.current) notify.success(`${action.label}: ${t('table.over', countResults(all))}`);
  };
  return (
    <>
      {selected.length > 0 && (
        <Paper withBorder p={8} mb={12} role="region" aria-label={t('table.selection')}>
          <Group gap={8}>
            <Text size="sm" fw={500}>
              {t('table.selected', { count: selected.length })}
            </Text>
            {selection.actions.map((action) => (
              <Button
                key={action.id}
                size="xs"
                variant="default"
                c={action.danger ? 'red' : undefined}
                disabled={action.rows !== undefined && action.rows !== selected.length}
                onClick={() => (action.show ? action.show(selected) : setAsked(action))}
              >
                {action.label}
              </Button>
            ))}
            <Button size="xs" variant="subtle" onClick={onClear}>
              {t('table.clear')}
            </Button>
          </Group>
        </Paper>
      )}
      {asked?.form?.(
        selected,
        (work) => void start(asked, work),
        () => setAsked(undefined),
      )}
      {asked && asked.form === undefined && (
        <ConfirmDialog
          opened
          title={t('table.confirm', { action: asked.label, count: selected.length })}
          consequence={asked.consequence}
          confirmLabel={asked.label}
          danger={asked.danger ?? false}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void start(asked, asked.work)}
        />
      )}
      {report && (
        <RowsReport
          {...report}
          nameOf={selection.nameOf}
          onClose={() => {
            setReport(undefined);
            onClear();
          }}
        />
      )}
    </>
  );
}

interface BulkReport<Row> {
  readonly title: string;
  readonly total: number;
  readonly results: readonly RowResult<Row, unknown>[];
}
