import { Anchor, Button, Select, Stack, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { notify } from '../../ui/notify.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { sentenceOfAlert } from './alert-text.js';
import type { AlertsSearch } from './alerts-search.js';
import { type Alert, useAlertActions, useAlerts } from './queries.js';
import { useMayManage } from './use-may-manage.js';

const STATES = ['firing', 'resolved'] as const;

/** Alerts that nobody has acknowledged; with the history, all of them. */
export function InboxTab({ isHistory }: { readonly isHistory: boolean }): ReactNode {
  const { t } = useTranslation('alerts');
  const { id: workspaceId } = useWorkspace();
  const [search, change] = useUrlSearch<AlertsSearch>();
  const state = STATES.find((name) => name === search.state);
  const filters = isHistory ? { state, rule_id: search.rule } : { acknowledged: 'false' };
  const list = useAlerts(workspaceId, filters);
  const { acknowledge } = useAlertActions(workspaceId);
  const mayManage = useMayManage();
  const { titleOf } = useTitles();
  const see = (alert: Alert): void =>
    void acknowledge(alert.id).then(() => notify.success(t('done.acknowledge')), notify.failure);
  return (
    <>
      {isHistory && <HistoryFilters search={search} onChange={change} />}
      <ResourceTable
        {...list}
        columns={[
          {
            id: 'title',
            header: t('field.alert'),
            cell: (alert) => <AlertText alert={alert} />,
            width: '50%',
          },
          {
            id: 'state',
            header: t('field.state'),
            cell: ({ severity, state: now }) => (
              <StateBadge
                state={now === 'resolved' ? 'ok' : severity === 'critical' ? 'error' : 'warning'}
                label={t(`state.${now}`)}
              />
            ),
          },
          { id: 'rule', header: t('field.rule'), cell: ({ rule_name: name }) => name, hideBelow: 'md' },
          {
            id: 'started',
            header: t('field.started'),
            cell: ({ started_at: at }) => <TimeText at={at} />,
            hideBelow: 'sm',
          },
          {
            id: 'seen',
            header: isHistory ? t('field.acknowledgedBy') : '',
            align: 'end',
            cell: (alert) =>
              alert.acknowledged_by !== null
                ? alert.acknowledged_by
                : mayManage(alert) && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('acknowledgeOf', { title: titleOf(alert) })}
                      onClick={() => see(alert)}
                    >
                      {t('action.acknowledge')}
                    </Button>
                  ),
          },
        ]}
        getRowId={({ id }) => id}
        empty={{ sentence: isHistory ? t('empty.history') : t('empty.inbox') }}
      />
    </>
  );
}

interface HistoryFiltersProps {
  readonly search: AlertsSearch;
  readonly onChange: (patch: { readonly state?: string | undefined; readonly rule?: string | undefined }) => void;
}

function HistoryFilters({ search, onChange }: HistoryFiltersProps): ReactNode {
  const { t } = useTranslation('alerts');
  return (
    <FilterBar>
      <Select
        aria-label={t('filter.state')}
        placeholder={t('filter.state')}
        clearable
        w={200}
        value={STATES.find((name) => name === search.state) ?? null}
        onChange={(value) => onChange({ state: value ?? undefined })}
        data={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      {search.rule !== undefined && (
        <Button variant="default" onClick={() => onChange({ rule: undefined })}>
          {t('filter.everyRule')}
        </Button>
      )}
    </FilterBar>
  );
}

/** What happened, in the reader's language. The service writes its texts, and the details, in English as in messages. */
function AlertText({ alert }: { readonly alert: Alert }): ReactNode {
  const { t } = useTranslation('alerts');
  const { isEnglish, titleOf } = useTitles();
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500} dir="auto">
        {titleOf(alert)}
      </Text>
      {isEnglish ? (
        <Lines alert={alert} />
      ) : (
        <details>
          <Text component="summary" size="xs" c="dimmed" style={{ cursor: 'pointer' }}>
            {t('inEnglish')}
          </Text>
          <Lines alert={alert} />
        </details>
      )}
      {alert.link !== null && (
        <Anchor size="xs" href={alert.link}>
          {t('action.open')}
        </Anchor>
      )}
    </Stack>
  );
}

function useTitles(): { readonly isEnglish: boolean; readonly titleOf: (alert: Alert) => string } {
  const { i18n, t } = useTranslation('alerts');
  const isEnglish = i18n.language.startsWith('en');
  const titleOf = (alert: Alert): string => {
    const { key, values } = sentenceOfAlert(alert, i18n.language);
    return isEnglish ? alert.title : t(key, values);
  };
  return { isEnglish, titleOf };
}

function Lines({ alert }: { readonly alert: Alert }): ReactNode {
  return (
    <Stack gap={0} lang="en">
      {alert.lines.map((line) => (
        <Text key={line} size="xs" c="dimmed" dir="auto">
          {line}
        </Text>
      ))}
    </Stack>
  );
}
