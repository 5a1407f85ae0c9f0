import { Button, Group, Loader, Tabs } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { AgentForm } from './agent-form.js';
import type { AgentSearch } from './agent-search.js';
import { type Agent, findAgentProblems, valuesOfAgent } from './agent-values.js';
import { DefinitionView } from './definition-view.js';
import { useAgent, useAgentActions } from './queries.js';
import { RunsPanel } from './runs-panel.js';
import { TryPanel } from './try-panel.js';
import { VersionsPanel } from './versions-panel.js';

const TABS = ['try', 'runs', 'definition', 'versions'] as const;

/** One agent: try it, its runs, what it is made of, and its versions. */
export default function AgentPage(): ReactNode {
  const { t } = useTranslation('agents');
  const { agent: agentId = '' } = useParams({ strict: false }) as { agent?: string };
  const { data: agent, error, refetch } = useAgent(agentId);
  if (error) {
    return (
      <Page title={t('title')}>
        <FailureNotice failure={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!agent) {
    return (
      <Page title={t('title')}>
        <Loader aria-label={t('loading')} />
      </Page>
    );
  }
  return <Opened key={agent.id} agent={agent} />;
}

function Opened({ agent }: { readonly agent: Agent }): ReactNode {
  const { t } = useTranslation('agents');
  const { id: workspaceId } = useWorkspace();
  const { can } = useSession();
  const [search, change] = useUrlSearch<AgentSearch>();
  const [mayRun, mayManage] = [can('gateway.agents.run', workspaceId), can('gateway.agents.manage', workspaceId)];
  const tabs = TABS.filter((name) => mayRun || (name !== 'try' && name !== 'runs'));
  const tab = tabs.find((name) => name === search.tab) ?? tabs[0] ?? 'definition';
  return (
    <Page
      title={agent.name}
      description={agent.description || t('summary', { model: agent.model, version: agent.version })}
      actions={mayManage && <Buttons agent={agent} />}
    >
      <Tabs
        value={tab}
        onChange={(value) => change({ tab: value ?? undefined, run: undefined, status: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="try">
          <TryPanel agent={agent} />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunsPanel agent={agent} />
        </Tabs.Panel>
        <Tabs.Panel value="definition">
          <DefinitionView definition={agent} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionsPanel agent={agent} mayManage={mayManage} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Buttons({ agent }: { readonly agent: Agent }): ReactNode {
  const { t } = useTranslation('agents');
  const { id: workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const actions = useAgentActions();
  const [intent, setIntent] = useState<'edit' | 'delete'>();
  const close = () => setIntent(undefined);
  return (
    <Group gap={8}>
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setIntent('edit')}>
        {t('action.edit')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setIntent('delete')}>
        {t('action.delete')}
      </Button>
      <FormDrawer
        opened={intent === 'edit'}
        title={t('edit.title', { name: agent.name })}
        onClose={close}
        draftKey={`agent:${agent.id}`}
        size={720}
        initialValues={valuesOfAgent(agent)}
        validate={(values) =>
          Object.fromEntries(Object.entries(findAgentProblems(values)).map(([field, key]) => [field, t(key)]))
        }
        row={agent}
        read={async () => {
          const stored = await actions.read(agent.id);
          return { values: valuesOfAgent(stored), version: versionOf(stored) };
        }}
        nameField={(field) => t(`field.${field}`, { defaultValue: field })}
        submitLabel={t('action.save')}
        onSubmit={async (values, shown) => {
          const { version } = await actions.update(agent.id, values, shown);
          close();
          notify.success(t(version === agent.version ? 'done.save' : 'done.version', { version }));
        }}
      >
        {(form) => <AgentForm form={form} agentId={agent.id} />}
      </FormDrawer>
      <ConfirmDialog
        opened={intent === 'delete'}
        title={t('delete.title', { name: agent.name })}
        consequence={t('delete.text')}
        confirmLabel={t('action.delete')}
        danger
        onClose={close}
        onConfirm={async () => {
          await actions.remove(agent.id);
          await navigate({ to: '/w/$workspace/agents', params: { workspace: workspaceId } } as never);
          notify.success(t('done.delete'));
        }}
      />
    </Group>
  );
}
