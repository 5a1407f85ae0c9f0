import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { DurationText } from '../../ui/duration-text.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { readDraft } from '../../ui/form-draft.js';
import { IdText } from '../../ui/id-text.js';
import { Lanes } from '../../ui/lanes.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { EnabledBadge, PauseButton, ScopeText } from '../../ui/policy-fields.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import {
  findRoutingConfig,
  type RoutingConfig,
  removeRoutingConfig,
  updateRoutingConfig,
  useRoutingConfigs,
} from './queries.js';

/** With the parser of YAML, loaded when something is edited. */
const RoutingEditor = lazy(() => import('./routing-editor.js'));

/** Ways to route that requests ask for by name. */
export default function RoutingPage(): ReactNode {
  const { t } = useTranslation('routing');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search, setSearch] = useUrlState();
  const list = useRoutingConfigs(workspace.id, search.q);
  const done = useChange('routing-configs');
  const close = (): void => setSearch({ open: undefined });
  const published = (id: string): void => {
    void done(Promise.resolve());
    setSearch({ open: id }, { replace: true });
    notify.success(t('done.publish'));
  };
  const canCreate = can('gateway.routing.manage', workspace.id);
  const create = canCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSearch({ open: 'new' })}>
      {t('action.create')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={create}>
      <ResourceTable<RoutingConfig>
        {...list}
        columns={[
          {
            id: 'name',
            header: t('field.name'),
            cell: ({ name }) => (
              <Text size="sm" fw={500} dir="auto" lineClamp={2}>
                {name}
              </Text>
            ),
          },
          { id: 'state', header: t('field.state'), cell: ({ enabled }) => <EnabledBadge enabled={enabled} /> },
          {
            id: 'strategy',
            header: t('field.strategy'),
            cell: ({ strategy }) => t(`strategy.${strategy}`),
            hideBelow: 'sm',
          },
          {
            id: 'targets',
            header: t('field.targets'),
            cell: ({ targets }) => (
              <Text size="sm" lineClamp={2} dir="auto">
                {targets.map(({ model }) => model).join(', ') || t('lanes.anyModel')}
              </Text>
            ),
            hideBelow: 'md',
          },
          {
            id: 'scope',
            header: t('field.scope'),
            cell: (row) => <ScopeText workspaceId={row.workspace_id} />,
            hideBelow: 'md',
          },
        ]}
        getRowId={({ id }) => id}
        onOpen={({ id }) => setSearch({ open: id })}
        search={{
          value: search.q ?? '',
          onChange: (q) => setSearch({ q: q || undefined }, { replace: true }),
          label: t('search'),
        }}
        empty={{ sentence: search.q ? t('noMatch') : t('empty'), action: create }}
      />
      {search.open === 'new' && canCreate && (
        <Suspense>
          <RoutingEditor stored={undefined} onClose={close} onPublished={published} />
        </Suspense>
      )}
      {search.open !== undefined && search.open !== 'new' && (
        <OpenedConfig key={search.open} id={search.open} onClose={close} />
      )}
    </Page>
  );
}

function OpenedConfig({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('routing');
  const { can } = useSession();
  // A session that ended in the editor leaves its draft: the editor is there again.
  const [intent, setIntent] = useState<'edit' | 'delete' | undefined>(readDraft(`routing:${id}`) && 'edit');
  const done = useChange('routing-configs');
  const {
    data: config,
    error,
    refetch,
  } = useQuery({ queryKey: ['routing-configs', 'one', id], queryFn: () => findRoutingConfig(id) });
  const isManaged = config !== undefined && can('gateway.routing.manage', config.workspace_id ?? undefined);
  if (intent === 'edit' && config && isManaged) {
    return (
      <Suspense>
        <RoutingEditor
          stored={config}
          onClose={() => setIntent(undefined)}
          onPublished={() => {
            void done(Promise.resolve());
            setIntent(undefined);
            notify.success(t('done.publish'));
          }}
        />
      </Suspense>
    );
  }
  return (
    <>
      <DetailDrawer opened title={config?.name ?? t('title')} onClose={onClose} size={640}>
        {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
        {config && (
          <Stack gap={24}>
            {isManaged && (
              <Group gap={8}>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconPencil size={16} aria-hidden />}
                  onClick={() => setIntent('edit')}
                >
                  {t('action.edit')}
                </Button>
                <PauseButton
                  enabled={config.enabled}
                  onChange={(enabled) => done(updateRoutingConfig(id, { enabled }))}
                />
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => setIntent('delete')}
                >
                  {t('action.delete')}
                </Button>
              </Group>
            )}
            <Lanes strategy={config.strategy} targets={config.targets} retry={config.retry} shadow={config.shadow} />
            <ConfigFacts config={config} />
          </Stack>
        )}
      </DetailDrawer>
      {config && (
        <ConfirmDialog
          opened={intent === 'delete'}
          title={t('delete.title', { name: config.name })}
          consequence={t('delete.text')}
          confirmLabel={t('action.delete')}
          danger
          onClose={() => setIntent(undefined)}
          onConfirm={async () => {
            await done(removeRoutingConfig(id), id);
            onClose();
            notify.success(t('done.delete'));
          }}
        />
      )}
    </>
  );
}

function ConfigFacts({ config }: { readonly config: RoutingConfig }): ReactNode {
  const { t } = useTranslation('routing');
  const { cache, guardrails, sticky, timeouts, unsupported_parameters: unsupported } = config;
  return (
    <FactList
      facts={[
        { label: t('field.state'), value: <EnabledBadge enabled={config.enabled} /> },
        { label: t('field.scope'), value: <ScopeText workspaceId={config.workspace_id} /> },
        { label: t('field.strategy'), value: t(`strategy.${config.strategy}`) },
        { label: t('field.sticky'), value: t(sticky ? 'yes' : 'no') },
        { label: t('field.guardrails'), value: guardrails.join(', ') || '—' },
        { label: t('field.drop'), value: unsupported?.drop?.join(', ') || '—' },
        { label: t('field.cache'), value: describeCache(cache, t) },
        ...Object.entries(timeouts).map(([name, ms]) => ({
          label: t(`timeout.${name}`),
          value: <DurationText ms={ms} />,
        })),
        { label: t('field.header'), value: <code dir="ltr">X-Service-Config: {config.name}</code> },
        { label: t('field.created'), value: <TimeText at={config.created_at} /> },
        { label: t('field.updated'), value: <TimeText at={config.updated_at} /> },
        { label: t('field.id'), value: <IdText id={config.id} /> },
      ]}
    />
  );
}

function describeCache(cache: RoutingConfig['cache'], t: TFunction<'routing'>): string {
  if (cache === null) return t('cache.policies');
  if (cache.enabled === false) return t('cache.off');
  return cache.ttl_seconds === undefined ? t('cache.on') : t('cache.seconds', { seconds: cache.ttl_seconds });
}
