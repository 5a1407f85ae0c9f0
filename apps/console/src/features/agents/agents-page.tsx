import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CountText } from '../../ui/count-text.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { AgentForm } from './agent-form.js';
import { EMPTY_AGENT, findAgentProblems } from './agent-values.js';
import { useAgentActions, useAgents } from './queries.js';

/** The agents of a workspace. */
export default function AgentsPage(): ReactNode {
  const { t } = useTranslation('agents');
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const [{ open }, change] = useUrlSearch<{ readonly open?: string }>();
  const list = useAgents();
  const columns = useAgentColumns();
  const { create } = useAgentActions();
  const openAgent = (id: string, replace = false) =>
    navigate({ to: '/w/$workspace/agents/$agent', params: { workspace: workspace.id, agent: id }, replace } as never);
  const button = useSession().can('gateway.agents.manage', workspace.id) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' }, { push: true })}>
      {t('action.create')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={button}>
      <ResourceTable
        {...list}
        columns={columns}
        getRowId={({ id }) => id}
        onOpen={({ id }) => void openAgent(id)}
        empty={{ sentence: t('empty'), action: button }}
      />
      <FormDrawer
        opened={open === 'new' && button !== false}
        title={t('create.title')}
        onClose={() => change({ open: undefined })}
        draftKey={`agent:${workspace.id}:new`}
        size={720}
        row={undefined}
        initialValues={EMPTY_AGENT}
        validate={(values) =>
          Object.fromEntries(Object.entries(findAgentProblems(values)).map(([field, key]) => [field, t(key)]))
        }
        submitLabel={t('action.create')}
        onSubmit={async (values) => {
          const { id } = await create(values);
          await openAgent(id, true);
        }}
      >
        {(form) => <AgentForm form={form} />}
      </FormDrawer>
    </Page>
  );
}

type Row = ReturnType<typeof useAgents>['rows'][number];

function useAgentColumns(): ResourceColumn<Row>[] {
  const { t } = useTranslation('agents');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ description, name }) => (
        <>
          <Text size="sm" fw={500} lineClamp={2}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
            {description}
          </Text>
        </>
      ),
    },
    {
      id: 'model',
      header: t('field.model'),
      hideBelow: 'sm',
      cell: ({ model }) => (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {model}
        </Text>
      ),
    },
    {
      id: 'tools',
      header: t('field.tools'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ tools }) => <CountText n={tools.length} />,
    },
    { id: 'version', header: t('field.version'), align: 'end', cell: ({ version }) => <CountText n={version} /> },
    {
      id: 'updated',
      header: t('field.updated'),
      hideBelow: 'md',
      cell: ({ updated_at }) => <TimeText at={updated_at} />,
    },
  ];
}
