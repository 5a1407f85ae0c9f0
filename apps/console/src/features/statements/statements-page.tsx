import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconCalendarCheck, IconDownload, IconLock, IconPercentage, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportHref } from '../../api/export-href.js';
import { findTagNames } from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { StateBadge } from '../../ui/state-badge.js';
import { FilterPicker } from '../../ui/table/filter-picker.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { MonthSelect } from './month-select.js';
import { listMonths, nameMonth, readMonth } from './months.js';
import { OneStatement } from './one-statement.js';
import { useClosings, useStatementActions, useStatements } from './queries.js';
import { RulesDrawer } from './rules-drawer.js';
import { ScheduleDrawer } from './schedule-drawer.js';
import { StatementList } from './statement-list.js';

const KINDS = ['workspace', 'team', 'customer', 'tag'] as const;

/** Statements of a month by workspace, team, customer or tag, and one of them on a page that is printed. */
export default function StatementsPage(): ReactNode {
  const { t } = useTranslation('statements');
  const [search, setSearch] = useUrlState();
  const now = new Date();
  const month = readMonth(search.month, now);
  const kind = KINDS.find((name) => name === search.by) ?? 'team';
  const by = kind === 'tag' ? (search.tag === undefined ? undefined : `tag:${search.tag}`) : kind;
  if (by !== undefined && search.subject !== undefined) {
    const subject = search.subject === NO_SUBJECT ? '' : search.subject;
    return <OneStatement by={by} month={month} subject={subject} onClose={() => setSearch({ subject: undefined })} />;
  }
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        by !== undefined && <StatementActions by={by} month={month} isOver={month < (listMonths(now)[0] ?? '')} />
      }
    >
      <FilterBar>
        <MonthSelect month={month} onChange={(value) => setSearch({ month: value })} />
        <Select
          label={t('by')}
          data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind}
          allowDeselect={false}
          w={150}
          onChange={(value) => setSearch({ by: value ?? undefined })}
        />
        {kind === 'tag' && (
          <FilterPicker
            label={t('tag')}
            value={search.tag}
            onChange={(tag) => setSearch({ tag })}
            queryKey={['tag-names', null]}
            load={(text) => findTagNames(undefined, text)}
          />
        )}
      </FilterBar>
      {by === undefined ? (
        <Text c="dimmed">{t('chooseTag')}</Text>
      ) : (
        <StatementTable by={by} month={month} onOpen={(subject) => setSearch({ subject: subject || NO_SUBJECT })} />
      )}
    </Page>
  );
}

/** Stands in the address for usage without a subject; no id, customer or value of a tag begins with a space. */
const NO_SUBJECT = ' none';

interface TableProps {
  readonly by: string;
  readonly month: string;
  readonly onOpen: (subject: string) => void;
}

function StatementTable({ by, month, onOpen }: TableProps): ReactNode {
  return <StatementList list={useStatements(by, month)} onOpen={onOpen} />;
}

interface ActionsProps {
  readonly by: string;
  readonly month: string;
  readonly isOver: boolean;
}

function StatementActions({ by, isOver, month }: ActionsProps): ReactNode {
  const { i18n, t } = useTranslation('statements');
  const { can } = useSession();
  const { data } = useClosings(by);
  const { close } = useStatementActions();
  const [asked, setAsked] = useState<'close' | 'rules' | 'schedule'>();
  const closing = data?.data.find((each) => each.month === month);
  const mayManage = can('org.statements.manage');
  const name = nameMonth(month, i18n.language);
  return (
    <Group gap={8} data-print="none">
      {data !== undefined && (
        <Stack gap={0} align="flex-end">
          <StateBadge state={closing ? 'off' : 'ok'} label={t(closing ? 'closed' : 'open')} />
          {closing && (
            <Text size="xs" c="dimmed">
              {closing.closed_by} · <TimeText at={closing.closed_at} />
            </Text>
          )}
        </Stack>
      )}
      <Button
        component="a"
        href={exportHref('/org/statements/export', { by, month })}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {t('csv')}
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      {mayManage && (
        <Button
          variant="default"
          leftSection={<IconPercentage size={16} aria-hidden />}
          onClick={() => setAsked('rules')}
        >
          {t('rules.title')}
        </Button>
      )}
      {mayManage && (
        <Button
          variant="default"
          leftSection={<IconCalendarCheck size={16} aria-hidden />}
          onClick={() => setAsked('schedule')}
        >
          {t('schedule.title')}
        </Button>
      )}
      {mayManage && isOver && data !== undefined && !closing && (
        <Button leftSection={<IconLock size={16} aria-hidden />} onClick={() => setAsked('close')}>
          {t('close.action')}
        </Button>
      )}
      <ConfirmDialog
        opened={asked === 'close'}
        title={t('close.title', { month: name })}
        consequence={t('close.consequence')}
        confirmLabel={t('close.action')}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => {
          await close(by, month);
          setAsked(undefined);
          notify.success(t('close.done', { month: name }));
        }}
      />
      {asked === 'rules' && <RulesDrawer by={by} onClose={() => setAsked(undefined)} />}
      {asked === 'schedule' && <ScheduleDrawer by={by} onClose={() => setAsked(undefined)} />}
    </Group>
  );
}
