import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { PauseButton } from '../../ui/policy-fields.js';
import { ResourcePage } from '../../ui/resource-page.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { AccountPanel } from './account-panel.js';
import { ConnectPanel } from './connect-panel.js';
import { createServer, findServer, removeServer, updateServer, useServers } from './queries.js';
import { EnabledBadge, ServerFacts } from './server-facts.js';
import { HealthBadge, ServerHealth } from './server-health.js';
import {
  EMPTY_SERVER,
  findServerProblems,
  type McpServer,
  type ServerValues,
  toChangedServer,
  toNewServer,
  valuesOfServer,
} from './server-values.js';
import { ToolList } from './tool-list.js';

/** Every field, loaded with the first form. */
const ServerFields = lazy(() => import('./server-form.js'));

const SECRETS = ['headers', 'client_secret'];

/** MCP servers of a workspace: their tools, who may use them, and how a client connects. */
export default function McpPage(): ReactNode {
  const { t } = useTranslation(['mcp', 'policies']);
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search, setSearch] = useUrlState();
  const done = useChange('mcp');
  const list = useServers(workspace.id, search.q);
  const canManage = can('gateway.mcp.manage', workspace.id);
  return (
    <ResourcePage<McpServer, ServerValues>
      namespace="mcp"
      root="mcp"
      draftKey={`mcp:${workspace.id}`}
      secrets={SECRETS}
      list={list}
      actions={
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          onClick={() => setSearch({ connect: 'all' })}
        >
          {t('action.connect')}
        </Button>
      }
      columns={useServerColumns()}
      nameOf={({ name }) => name}
      load={findServer}
      canCreate={canManage}
      canManage={({ source }) => canManage && source === 'database'}
      emptyValues={EMPTY_SERVER}
      toValues={valuesOfServer}
      validate={(values) =>
        Object.fromEntries(Object.entries(findServerProblems(values)).map(([field, key]) => [field, t(key)]))
      }
      create={(values) => createServer(workspace.id, toNewServer(values))}
      update={({ id }, values, version) => updateServer(id, toChangedServer(values), version)}
      remove={({ id }) => removeServer(id)}
      buttons={({ id, enabled }) => (
        <PauseButton enabled={enabled} onChange={(next) => done(updateServer(id, { enabled: next }))} />
      )}
      form={(form, row) => (
        <Suspense fallback={<Skeleton h={480} />}>
          <ServerFields form={form} stored={row} workspaceId={workspace.id} />
        </Suspense>
      )}
      details={(server) => (
        <Stack gap={24}>
          {server.user_oauth !== null && <AccountPanel server={server} />}
          <ServerHealth server={server} />
          {server.source === 'database' && <ToolList server={server} canManage={canManage} />}
          <ServerFacts server={server} />
          <section aria-label={t('action.connect')}>
            <Title order={3} size="h5" mb={8}>
              {t('action.connect')}
            </Title>
            <ConnectPanel server={server.name} />
          </section>
        </Stack>
      )}
    >
      <DetailDrawer
        opened={search.connect !== undefined}
        title={t('action.connect')}
        onClose={() => setSearch({ connect: undefined })}
      >
        <ConnectPanel />
      </DetailDrawer>
    </ResourcePage>
  );
}

function useServerColumns(): readonly ResourceColumn<McpServer>[] {
  const { t } = useTranslation(['mcp', 'policies']);
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name }) => <RowName name={name} />,
    },
    { id: 'state', header: t('field.state'), cell: ({ enabled }) => <EnabledBadge isEnabled={enabled} /> },
    { id: 'health', header: t('field.health'), cell: ({ state }) => <HealthBadge state={state} /> },
    { id: 'kind', header: t('field.kind'), cell: ({ kind }) => t(`kind.${kind}`), hideBelow: 'sm' },
    {
      id: 'approval',
      header: t('field.approval'),
      cell: ({ approval }) => t(`approval.${approval}`),
      hideBelow: 'md',
    },
    {
      id: 'access',
      header: t('field.access'),
      cell: ({ access }) => (access === null ? t('access.all') : t('access.count', { count: access.length })),
      hideBelow: 'md',
    },
  ];
}
