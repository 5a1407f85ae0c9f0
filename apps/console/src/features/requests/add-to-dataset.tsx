import { Button, Group } from '@mantine/core';
import { IconDatabasePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { notify } from '../../ui/notify.js';
import { SearchSelect } from '../../ui/search-select.js';
import type { RequestRow } from './queries.js';

/** Adds a request to a dataset of evaluations, with its answer as what is expected. */
export function AddToDataset({ request }: { readonly request: RequestRow }) {
  const { t } = useTranslation('requests');
  const { id } = useWorkspace();
  if (request.workspace_id !== id) return null;
  return <DatasetPicker label={t('dataset.add')} asked={{ request_id: request.request_id, expected: 'answer' }} />;
}

/**
 * Adds the marked requests of a list to a dataset, the newest first: answers of good ones are what is expected, those of bad ones are not.
 * Only filters that imports know are offered.
 */
export function AddMarkedToDataset({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const { t } = useTranslation('requests');
  const { from, model, outcome, rating, to } = query as Readonly<Record<string, string | undefined>>;
  if (rating === undefined) return null;
  const asked = {
    rating: rating as 'good' | 'bad' | 'any',
    from,
    to,
    model,
    outcome: outcome as 'success' | undefined,
  };
  const expected = rating === 'good' ? 'answer' : 'none';
  return <DatasetPicker label={t('dataset.addMarked')} asked={{ ...asked, expected, limit: MOST_MARKED }} />;
}

/** Requests that one import takes. */
const MOST_MARKED = 500;

interface PickerProps {
  readonly label: string;
  /** Requests that become cases. */
  readonly asked: Omit<components['schemas']['ImportEvalCasesDto'], 'append' | 'source'>;
}

function DatasetPicker({ asked, label }: PickerProps) {
  const { t } = useTranslation('requests');
  const { id: workspace_id } = useWorkspace();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [dataset, setDataset] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!can('gateway.evals.manage', workspace_id) || !can('gateway.payloads.read')) return null;
  if (!isOpen) {
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDatabasePlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
    );
  }
  const add = async (id: string): Promise<void> => {
    setBusy(true);
    try {
      const body = { ...asked, source: 'audit', append: true } as const;
      const { imported } = await api.post('/w/evals/datasets/{id}/imports', {
        path: { id },
        query: { workspace_id },
        body,
      });
      notify.success(t('dataset.added', { count: imported }));
      setOpen(false);
    } catch (failure) {
      notify.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap={8} align="flex-end">
      <SearchSelect
        label={t('dataset.label')}
        value={dataset}
        onChange={setDataset}
        queryKey={['evals', 'datasets', workspace_id]}
        load={async (text) => {
          const { data } = await api.get('/w/evals/datasets', { query: { workspace_id, limit: 200 } });
          return data
            .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
            .map(({ id, name }) => ({ value: id, label: name }));
        }}
      />
      <Button loading={isBusy} disabled={dataset === null} onClick={() => dataset && void add(dataset)}>
        {t('dataset.submit')}
      </Button>
    </Group>
  );
}
