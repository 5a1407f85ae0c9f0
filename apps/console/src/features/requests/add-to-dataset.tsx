import { Button, Group } from '@mantine/core';
import { IconDatabasePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { notify } from '../../ui/notify.js';
import { SearchSelect } from '../../ui/search-select.js';
import type { RequestRow } from './queries.js';

/** Adds a request to a dataset of evaluations, with its answer as what is expected. */
export function AddToDataset({ request }: { readonly request: RequestRow }) {
  const { t } = useTranslation('requests');
  const { id: workspace_id } = useWorkspace();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [dataset, setDataset] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!can('gateway.evals.manage', workspace_id) || request.workspace_id !== workspace_id) return null;
  if (!isOpen) {
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDatabasePlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('dataset.add')}
      </Button>
    );
  }
  const add = async (id: string): Promise<void> => {
    setBusy(true);
    try {
      const body = { source: 'audit', request_id: request.request_id, expected: 'answer', append: true } as const;
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
