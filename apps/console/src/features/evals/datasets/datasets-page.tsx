import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import { CountText } from '../../../ui/count-text.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { ResourceTable } from '../../../ui/resource-table.js';
import { StateBadge } from '../../../ui/state-badge.js';
import { DescribedName } from '../../../ui/table/described-name.js';
import { TimeText } from '../../../ui/time-text.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { EvalsFrame } from '../evals-frame.js';
import { NameFields } from '../name-fields.js';
import { useDatasets, useEvalActions } from '../queries.js';

/** The datasets of a workspace. A new one is opened at once, so that its cases are uploaded. */
export default function DatasetsPage(): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const navigate = useNavigate();
  const [{ open }, change] = useUrlSearch<{ readonly open?: string }>();
  const list = useDatasets();
  const { createDataset } = useEvalActions();
  const openDataset = (id: string, more: object = {}) =>
    navigate({ to: '/w/$workspace/evals/datasets/$dataset', params: { workspace, dataset: id }, ...more } as never);
  const button = useSession().can('gateway.evals.manage', workspace) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' }, { push: true })}>
      {t('action.createDataset')}
    </Button>
  );
  return (
    <EvalsFrame tab="datasets" actions={button}>
      <ResourceTable
        {...list}
        columns={[
          {
            id: 'name',
            header: t('field.name'),
            cell: ({ description, name }) => <DescribedName name={name} description={description} />,
          },
          {
            id: 'version',
            header: t('field.version'),
            align: 'end',
            cell: ({ version }) =>
              version === 0 ? <StateBadge state="pending" label={t('noCasesYet')} /> : <CountText n={version} />,
          },
          {
            id: 'updated',
            header: t('field.updated'),
            hideBelow: 'sm',
            cell: ({ updated_at }) => <TimeText at={updated_at} />,
          },
        ]}
        getRowId={({ id }) => id}
        onOpen={({ id }) => void openDataset(id)}
        empty={{ sentence: t('noDatasets'), action: button }}
      />
      <FormDrawer
        opened={open === 'new' && button !== false}
        title={t('createDataset.title')}
        onClose={() => change({ open: undefined })}
        draftKey={`eval-dataset:${workspace}:new`}
        row={undefined}
        initialValues={{ name: '', description: '' }}
        validate={{ name: (name: string) => (name.trim() === '' ? t('required.name') : null) }}
        submitLabel={t('action.createDataset')}
        onSubmit={async ({ description, name }) => {
          const { id } = await createDataset(name, description);
          await openDataset(id, { replace: true, search: { open: 'upload' } });
        }}
      >
        {(form) => <NameFields form={form} />}
      </FormDrawer>
    </EvalsFrame>
  );
}
