import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { type ChartFacts, ChartFields } from './chart-fields.js';
import type { DashboardChart } from './chart-search.js';

interface Props {
  readonly chart: DashboardChart;
  readonly onSave: (chart: DashboardChart) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Changes how a chart is drawn. Its groups and filters are those with which it was added. */
export function EditChart({ chart, onClose, onSave }: Props): ReactNode {
  const { t } = useTranslation('dashboards');
  const [facts, setFacts] = useState<ChartFacts>(chart);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await onSave({ ...chart, ...facts, title: facts.title.trim() });
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('edit.title')}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          <ChartFields facts={facts} onChange={(patch) => setFacts({ ...facts, ...patch })} />
          {failure !== undefined && <FailureNotice failure={failure} />}
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} disabled={facts.title.trim() === ''}>
              {t('edit.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
