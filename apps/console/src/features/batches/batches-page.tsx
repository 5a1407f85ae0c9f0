import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { CreateButton } from '../../ui/create-button.js';
import { Page } from '../../ui/page.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { BatchDrawer } from './batch-drawer.js';
import { BatchesPanel } from './batches-panel.js';
import { JobDrawer } from './job-drawer.js';
import { JobsPanel } from './jobs-panel.js';
import { NewBatchDrawer } from './new-batch-drawer.js';

/** Requests that run later: many in a file, or one by one. */
export default function BatchesPage(): ReactNode {
  const { t } = useTranslation('batches');
  const workspace = useWorkspace();
  const [{ open, tab }, setSearch] = useUrlState();
  const isJobs = tab === 'jobs';
  const close = (): void => setSearch({ open: undefined });
  const create = <CreateButton onClick={() => setSearch({ open: 'new' })}>{t('action.create')}</CreateButton>;
  return (
    <Page title={t('title')} description={t('description')} actions={!isJobs && create}>
      <Tabs
        value={isJobs ? 'jobs' : 'batches'}
        onChange={(value) => setSearch({ tab: value === 'jobs' ? value : undefined, open: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="batches">{t('tab.batches')}</Tabs.Tab>
          <Tabs.Tab value="jobs">{t('tab.jobs')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="batches">
          <BatchesPanel workspaceId={workspace.id} action={create} onOpen={(id) => setSearch({ open: id })} />
        </Tabs.Panel>
        <Tabs.Panel value="jobs">
          <JobsPanel workspaceId={workspace.id} onOpen={(id) => setSearch({ open: id })} />
        </Tabs.Panel>
      </Tabs>
      {!isJobs && open === 'new' && (
        <NewBatchDrawer workspaceId={workspace.id} onClose={close} onCreated={(id) => setSearch({ open: id })} />
      )}
      {!isJobs && open !== undefined && open !== 'new' && (
        <BatchDrawer key={open} workspaceId={workspace.id} id={open} onClose={close} />
      )}
      {isJobs && open !== undefined && <JobDrawer key={open} workspaceId={workspace.id} id={open} onClose={close} />}
    </Page>
  );
}
