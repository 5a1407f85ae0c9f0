import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { decimalsOf, MoneyText } from '../../ui/money-text.js';
import { ResourceTable } from '../../ui/resource-table.js';
import type { Statement, useStatements } from './queries.js';

interface ListProps {
  readonly list: ReturnType<typeof useStatements>;
  readonly onOpen: (subject: string) => void;
}

/** Statements of a month, each of which opens. */
export function StatementList({ list, onOpen }: ListProps): ReactNode {
  const { t } = useTranslation('statements');
  const decimals = decimalsOf(list.rows.map(({ amount_usd: usd }) => Math.abs(usd)));
  const money = (usd: number): ReactNode => <MoneyText usd={usd} decimals={decimals} />;
  return (
    <ResourceTable
      {...list}
      columns={[
        { id: 'name', header: t('subject'), cell: ({ name }: Statement) => name || t('without') },
        {
          id: 'requests',
          header: t('requests'),
          align: 'end' as const,
          cell: (row: Statement) => <CountText n={row.requests} />,
          hideBelow: 'sm' as const,
        },
        {
          id: 'tokens',
          header: t('tokens'),
          align: 'end' as const,
          cell: (row: Statement) => <CountText n={row.prompt_tokens + row.completion_tokens} />,
          hideBelow: 'md' as const,
        },
        {
          id: 'cost',
          header: t('cost'),
          align: 'end' as const,
          cell: (row: Statement) => money(row.cost_usd),
          hideBelow: 'sm' as const,
        },
        {
          id: 'correction',
          header: t('corrections'),
          align: 'end' as const,
          cell: (row: Statement) => (row.correction_usd === 0 ? '–' : money(row.correction_usd)),
          hideBelow: 'md' as const,
        },
        { id: 'amount', header: t('amount'), align: 'end' as const, cell: (row: Statement) => money(row.amount_usd) },
      ]}
      getRowId={({ subject }) => subject}
      onOpen={({ subject }) => onOpen(subject)}
      empty={{ sentence: t('empty') }}
    />
  );
}
