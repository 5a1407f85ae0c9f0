import { Button, Group, Tabs } from '@mantine/core';
import { IconDatabaseImport, IconPencil, IconTrash, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { notify } from '../../../ui/notify.js';
import { Page } from '../../../ui/page.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { LoadedPage } from '../loaded-page.js';
import { NameFields } from '../name-fields.js';
import { type Dataset, type Imported, useDataset, useEvalActions } from '../queries.js';
import { CasesPanel } from './cases-panel.js';
import type { DatasetSearch } from './dataset-search.js';
import { ImportedNotice } from './imported-notice.js';
import { UploadDrawer } from './upload-drawer.js';
import { VersionsPanel } from './versions-panel.js';

/** Loaded when it is first opened. */
const ImportDrawer = lazy(() => import('./import-drawer.js'));

/** One dataset: the cases of a version, and its versions. */
export default function DatasetPage(): ReactNode {
  const { dataset: datasetId = '' } = useParams({ strict: false }) as { dataset?: string };
  return (
    <LoadedPage query={useDataset(datasetId)}>{(dataset) => <Opened key={dataset.id} dataset={dataset} />}</LoadedPage>
  );
}

function Opened({ dataset }: { readonly dataset: Dataset }): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspaceId } = useWorkspace();
  const [{ open }, change] = useUrlSearch<DatasetSearch>();
  const { can } = useSession();
  const mayManage = can('gateway.evals.manage', workspaceId);
  // Cases from the audit log are what people wrote.
  const mayImport = mayManage && can('gateway.payloads.read', workspaceId);
  const [imported, setImported] = useState<Imported>();
  const upload = mayManage && (
    <Button
      leftSection={<IconUpload size={16} aria-hidden />}
      onClick={() => change({ open: 'upload' }, { push: true })}
    >
      {t('action.upload')}
    </Button>
  );
  const importing = mayImport && (
    <Button
      variant="default"
      leftSection={<IconDatabaseImport size={16} aria-hidden />}
      onClick={() => change({ open: 'import' }, { push: true })}
    >
      {t('action.import')}
    </Button>
  );
  return (
    <Page
      title={dataset.name}
      description={dataset.description}
      actions={
        mayManage && (
          <Group gap={8}>
            <Buttons dataset={dataset} />
            {importing}
            {upload}
          </Group>
        )
      }
    >
      {imported !== undefined && <ImportedNotice imported={imported} onClose={() => setImported(undefined)} />}
      {dataset.version === 0 ? (
        <EmptyState sentence={t(mayImport ? 'noCasesToImport' : 'noCases')} action={upload} />
      ) : (
        <DatasetTabs dataset={dataset} />
      )}
      <UploadDrawer
        dataset={dataset}
        opened={open === 'upload' && mayManage}
        onClose={() => change({ open: undefined })}
      />
      {mayImport && open === 'import' && (
        <Suspense fallback={null}>
          <ImportDrawer
            dataset={dataset}
            onClose={() => change({ open: undefined })}
            onImported={(what) => {
              setImported(what);
              change({ open: undefined, version: undefined });
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

function DatasetTabs({ dataset }: { readonly dataset: Dataset }): ReactNode {
  const { t } = useTranslation('evals');
  const [{ tab }, change] = useUrlSearch<DatasetSearch>();
  return (
    <Tabs
      value={tab === 'versions' ? 'versions' : 'cases'}
      onChange={(value) => change({ tab: value === 'versions' ? value : undefined, version: undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="cases">{t('tab.cases')}</Tabs.Tab>
        <Tabs.Tab value="versions">{t('tab.versions')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="cases">
        <CasesPanel dataset={dataset} />
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <VersionsPanel dataset={dataset} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Buttons({ dataset }: { readonly dataset: Dataset }): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const navigate = useNavigate();
  const actions = useEvalActions();
  const [intent, setIntent] = useState<'edit' | 'delete'>();
  const close = () => setIntent(undefined);
  const { description, id, name, version } = dataset;
  const newSuite = { to: '/w/$workspace/evals/suites', params: { workspace }, search: { open: 'new', dataset: id } };
  return (
    <>
      {version > 0 && (
        <Button variant="default" component={Link} {...(newSuite as object)}>
          {t('action.createSuite')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setIntent('edit')}>
        {t('action.edit')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setIntent('delete')}>
        {t('action.delete')}
      </Button>
      <FormDrawer
        opened={intent === 'edit'}
        title={t('editOf', { name })}
        onClose={close}
        draftKey={`eval-dataset:${id}`}
        row={dataset}
        initialValues={{ name, description }}
        validate={{ name: (text: string) => (text.trim() === '' ? t('required.name') : null) }}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          await actions.updateDataset(id, values.name, values.description);
          close();
          notify.success(t('done.saveDataset'));
        }}
      >
        {(form) => <NameFields form={form} />}
      </FormDrawer>
      <ConfirmDialog
        opened={intent === 'delete'}
        title={t('deleteOf', { name })}
        consequence={t('deleteDataset')}
        confirmLabel={t('action.delete')}
        danger
        onClose={close}
        onConfirm={async () => {
          await actions.removeDataset(id);
          await navigate({ to: '/w/$workspace/evals/datasets', params: { workspace } } as never);
          notify.success(t('done.deleteDataset'));
        }}
      />
    </>
  );
}
