import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../ui/filter-bar.js';
import { Page } from '../../ui/page.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { MonthSelect } from './month-select.js';
import { readMonth } from './months.js';
import { OneStatement } from './one-statement.js';
import { useOwnStatements } from './queries.js';
import { StatementList } from './statement-list.js';

/** Statements of the teams of whoever looks, and of no others. */
export default function TeamStatementsPage(): ReactNode {
  const [search, setSearch] = useUrlState();
  const month = readMonth(search.month, new Date());
  const { subject } = search;
  if (subject === undefined)
    return (
      <OwnStatements
        month={month}
        onChange={(value) => setSearch({ month: value })}
        onOpen={(id) => setSearch({ subject: id })}
      />
    );
  const close = (): void => setSearch({ subject: undefined });
  return <OneStatement by={undefined} month={month} subject={subject} onClose={close} />;
}

interface OwnProps {
  readonly month: string;
  readonly onChange: (month: string | undefined) => void;
  readonly onOpen: (team: string) => void;
}

function OwnStatements({ month, onChange, onOpen }: OwnProps): ReactNode {
  const { t } = useTranslation('statements');
  const list = useOwnStatements(month);
  return (
    <Page title={t('own.title')} description={t('own.description')}>
      <FilterBar>
        <MonthSelect month={month} onChange={onChange} />
      </FilterBar>
      <StatementList list={list} onOpen={onOpen} />
    </Page>
  );
}
