import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../../ui/action-button.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { notify } from '../../../ui/notify.js';
import type { UsageSearch } from '../usage-filters.js';
import type { Metric } from '../usage-rows.js';
import { readAsked } from '../usage-search.js';
import { type ChartFacts, ChartFields } from './chart-fields.js';
import { chartPartsOf, spanOf } from './chart-search.js';
import { MOST_CHARTS, MOST_DASHBOARDS, useDashboardActions, useDashboards, useMayChange } from './queries.js';

interface Props {
  readonly search: UsageSearch;
  readonly metric: Metric;
}

/** Keeps what Usage shows as a chart of a dashboard, whose days go with the time. */
export function AddToDashboard(props: Props): ReactNode {
  const { t } = useTranslation('dashboards');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton icon={IconLayoutDashboard} onClick={() => setOpen(true)}>
        {t('add.title')}
      </ActionButton>
      {isOpen && <AddDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const NEW = 'new';

function AddDialog({ metric, onClose, search }: Props & { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation(['dashboards', 'usage']);
  const { data = [], error, isPending, refetch } = useDashboards();
  const mayChange = useMayChange();
  const { addChart, create } = useDashboardActions();
  const { groups, tag } = readAsked(search);
  const names = groups.map((group) => (group === 'tag' ? (tag ?? '') : t(`usage:group.${group}`)));
  const [facts, setFacts] = useState<ChartFacts>({
    title: t('add.named', { measure: t(`usage:metric.${metric}`), group: names.join(', ') }).slice(0, 100),
    kind: groups.length > 1 ? 'table' : 'stacked',
    measure: metric,
    span: spanOf(search),
  });
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const open = data.filter((dashboard) => mayChange(dashboard) && dashboard.charts.length < MOST_CHARTS);
  const target = chosen ?? open[0]?.id ?? NEW;
  const mayAddOne = data.length < MOST_DASHBOARDS;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const chart = { ...chartPartsOf(search), ...facts, title: facts.title.trim() };
      await (target === NEW ? create(name.trim(), [chart]) : addChart(target, chart));
      notify.success(t('add.done'));
      onClose();
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBusy(false);
    }
  };
  const isComplete = facts.title.trim() !== '' && (target === NEW ? mayAddOne && name.trim() !== '' : true);
  return (
    <Dialog opened onClose={onClose} title={t('add.title')}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
          <Select
            label={t('add.dashboard')}
            description={t('add.hint')}
            data={[
              ...open.map((dashboard) => ({ value: dashboard.id, label: dashboard.name })),
              ...(mayAddOne ? [{ value: NEW, label: t('action.create') }] : []),
            ]}
            value={target}
            allowDeselect={false}
            disabled={isPending}
            onChange={(value) => setChosen(value ?? undefined)}
          />
          {target === NEW && (
            <TextInput
              label={t('field.name')}
              value={name}
              maxLength={100}
              required
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
          <ChartFields facts={facts} onChange={(patch) => setFacts({ ...facts, ...patch })} />
          {failure !== undefined && <FailureNotice failure={failure} />}
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} disabled={isPending || !isComplete}>
              {t('add.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
