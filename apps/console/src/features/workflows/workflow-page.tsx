import { Loader, Skeleton, Tabs } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { EditorPanel } from './editor-panel.js';
import { useWorkflow, type Workflow } from './queries.js';
import { RunsPanel } from './runs-panel.js';
import { VersionsPanel } from './versions-panel.js';
import { WorkflowActions } from './workflow-actions.js';
import type { WorkflowSearch } from './workflow-search.js';

const TriggersPanel = lazy(() => import('./triggers-panel.js'));

const TABS = ['editor', 'runs', 'triggers', 'versions'] as const;

/** One workflow: its draft, its runs, what starts it, and its versions. */
export default function WorkflowPage(): ReactNode {
  const { t } = useTranslation('workflows');
  const { workflow: id = '' } = useParams({ strict: false }) as { workflow?: string };
  const { data: workflow, error, refetch } = useWorkflow(id);
  if (error && !workflow) {
    return (
      <Page title={t('title')}>
        <FailureNotice failure={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!workflow) {
    return (
      <Page title={t('title')}>
        <Loader aria-label={t('loading')} />
      </Page>
    );
  }
  return <Opened key={workflow.id} workflow={workflow} />;
}

function Opened({ workflow }: { readonly workflow: Workflow }): ReactNode {
  const { t } = useTranslation('workflows');
  const { id: workspaceId } = useWorkspace();
  const { can } = useSession();
  const [search, change] = useUrlSearch<WorkflowSearch>();
  const mayManage = can('gateway.workflows.manage', workspaceId);
  const mayRun = can('gateway.workflows.run', workspaceId);
  const tab = TABS.find((name) => name === search.tab) ?? 'editor';
  const state =
    workflow.published_version === null ? t('draftOnly') : t('versionOf', { version: workflow.published_version });
  return (
    <Page
      title={workflow.name}
      description={[workflow.description, state].filter((text) => text !== null).join(' · ')}
      actions={<WorkflowActions workflow={workflow} mayManage={mayManage} mayRun={mayRun} />}
    >
      <Tabs
        value={tab}
        onChange={(value) => change({ tab: value ?? undefined, run: undefined, status: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="editor">
          <EditorPanel workflow={workflow} mayManage={mayManage} />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunsPanel workflow={workflow} mayRun={mayRun} />
        </Tabs.Panel>
        <Tabs.Panel value="triggers">
          <Suspense fallback={<Skeleton h={240} />}>
            <TriggersPanel workflow={workflow} mayManage={mayManage} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionsPanel workflow={workflow} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
