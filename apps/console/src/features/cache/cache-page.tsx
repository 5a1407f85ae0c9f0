import { NumberInput, Stack, Switch, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { BenchDrawer } from '../../ui/bench-drawer.js';
import { DurationText } from '../../ui/duration-text.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { NameInput } from '../../ui/name-input.js';
import { EnabledBadge, isNothing, NamesText, PauseButton, ScopeField, ScopeText } from '../../ui/policy-fields.js';
import { PolicyTargets } from '../../ui/policy-targets.js';
import { ResourcePage } from '../../ui/resource-page.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { TryButton } from '../../ui/try-button.js';
import { useUrlState } from '../../ui/use-url-state.js';
import {
  type CachePolicy,
  type CacheValues,
  EMPTY_CACHE_POLICY,
  toChangedCachePolicy,
  toNewCachePolicy,
  valuesOfCachePolicy,
} from './cache-values.js';
import { ClearButton } from './clear-button.js';
import {
  createCachePolicy,
  findCachePolicy,
  removeCachePolicy,
  updateCachePolicy,
  useCachePolicies,
} from './queries.js';
import { SemanticFields } from './semantic-fields.js';

const CacheBench = lazy(() => import('./cache-bench.js'));

const LONGEST_TTL_S = 31_536_000;
const MOST_REMOVED = 1_000;

/** Policies for caching answers: whose, and for how long. */
export default function CachePage(): ReactNode {
  const { t } = useTranslation('cache');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search] = useUrlState();
  const done = useChange('cache-policies');
  return (
    <ResourcePage<CachePolicy, CacheValues>
      namespace="cache"
      root="cache-policies"
      draftKey={`cache:${workspace.id}`}
      list={useCachePolicies(workspace.id, search.q)}
      actions={<TryButton />}
      columns={useCacheColumns()}
      nameOf={({ name }) => name}
      load={findCachePolicy}
      canCreate={can('gateway.cache.manage', workspace.id)}
      canManage={({ workspace_id: id }) => can('gateway.cache.manage', id ?? undefined)}
      emptyValues={EMPTY_CACHE_POLICY}
      toValues={valuesOfCachePolicy}
      validate={{ name: (name) => (String(name).trim() ? null : t('required.name')) }}
      create={(values) => createCachePolicy(toNewCachePolicy(values, workspace.id))}
      update={(policy, values, version) => updateCachePolicy(policy.id, toChangedCachePolicy(values, policy), version)}
      remove={({ id }) => removeCachePolicy(id)}
      buttons={({ id, enabled }) => (
        <>
          <PauseButton enabled={enabled} onChange={(next) => done(updateCachePolicy(id, { enabled: next }))} />
          <ClearButton onClear={() => done(updateCachePolicy(id, { purged_before: new Date().toISOString() }))} />
        </>
      )}
      form={(form, row) => <CacheForm form={form} hasScope={row === undefined && can('gateway.cache.manage')} />}
      details={(policy) => <CacheFacts policy={policy} />}
    >
      <BenchDrawer>
        <CacheBench workspaceId={workspace.id} />
      </BenchDrawer>
    </ResourcePage>
  );
}

/** True for a policy for no models or no teams. */
const isIdle = ({ models, teams }: CachePolicy): boolean => isNothing(models) || isNothing(teams);

function useCacheColumns(): readonly ResourceColumn<CachePolicy>[] {
  const { t } = useTranslation('cache');
  return [
    { id: 'name', header: t('field.name'), cell: ({ name }) => <RowName name={name} /> },
    {
      id: 'state',
      header: t('field.state'),
      cell: (row) => <EnabledBadge enabled={row.enabled} isIdle={isIdle(row)} />,
    },
    {
      id: 'ttl',
      header: t('field.ttl'),
      cell: ({ ttl_seconds: seconds }) => <LifetimeText seconds={seconds} />,
      hideBelow: 'sm',
    },
    {
      id: 'models',
      header: t('field.models'),
      cell: ({ models }) => <NamesText names={models} all={t('everyModel')} />,
      hideBelow: 'md',
    },
    {
      id: 'scope',
      header: t('field.scope'),
      cell: (row) => <ScopeText workspaceId={row.workspace_id} />,
      hideBelow: 'md',
    },
  ];
}

function LifetimeText({ seconds }: { readonly seconds: number | null }): ReactNode {
  const { t } = useTranslation('cache');
  return seconds === null ? t('defaultTtl') : <DurationText ms={seconds * 1000} />;
}

interface CacheFormProps {
  readonly form: UseFormReturnType<CacheValues & Record<string, unknown>>;
  /** True if the policy may be for the whole organization. */
  readonly hasScope: boolean;
}

function CacheForm({ form, hasScope }: CacheFormProps): ReactNode {
  const { t } = useTranslation('cache');
  return (
    <Stack gap={16}>
      <NameInput form={form} label={t('field.name')} maxLength={128} />
      {hasScope && <ScopeField {...form.getInputProps('scope')} value={form.values.scope} />}
      <NumberInput
        label={t('field.ttl')}
        description={t('hint.ttl')}
        placeholder={t('defaultTtl')}
        min={1}
        max={LONGEST_TTL_S}
        allowDecimal={false}
        suffix=" s"
        hideControls
        {...form.getInputProps('ttl_seconds')}
      />
      <Switch
        label={t('field.shareInFlight')}
        description={t('hint.shareInFlight')}
        {...form.getInputProps('share_in_flight', { type: 'checkbox' })}
      />
      <SemanticFields form={form} />
      <TagsInput
        label={t('field.removed_requests')}
        description={t('hint.removedRequests')}
        maxTags={MOST_REMOVED}
        {...form.getInputProps('removed_requests')}
      />
      <PolicyTargets
        form={form}
        models={{ label: t('field.models'), description: t('hint.models') }}
        teams={{ label: t('field.teams'), description: t('hint.teams') }}
      />
    </Stack>
  );
}

/** Settings of the mode that compares questions by their meaning. */
function factsOf(semantic: CachePolicy['semantic'], t: TFunction<'cache'>): { label: string; value: ReactNode }[] {
  if (semantic === null) return [];
  return [
    { label: t('field.embedding_model'), value: semantic.embedding_model },
    { label: t('field.threshold'), value: semantic.threshold },
    { label: t('field.turns'), value: semantic.turns },
    { label: t('field.shared_by'), value: t(`sharedBy.${semantic.shared_by ?? 'caller'}`) },
  ];
}

function CacheFacts({ policy }: { readonly policy: CachePolicy }): ReactNode {
  const { t } = useTranslation('cache');
  return (
    <FactList
      facts={[
        { label: t('field.state'), value: <EnabledBadge enabled={policy.enabled} isIdle={isIdle(policy)} /> },
        { label: t('field.scope'), value: <ScopeText workspaceId={policy.workspace_id} /> },
        { label: t('field.ttl'), value: <LifetimeText seconds={policy.ttl_seconds} /> },
        { label: t('field.models'), value: <NamesText names={policy.models} all={t('everyModel')} /> },
        { label: t('field.teams'), value: <NamesText names={policy.teams} all={t('everyTeam')} /> },
        {
          label: t('field.shareInFlight'),
          value: t(policy.share_in_flight ? 'shareInFlight.on' : 'shareInFlight.off'),
        },
        { label: t('field.mode'), value: t(`mode.${policy.mode}`) },
        ...factsOf(policy.semantic, t),
        {
          label: t('field.purged_before'),
          value: policy.purged_before === null ? t('neverCleared') : <TimeText at={policy.purged_before} />,
        },
        { label: t('field.created'), value: <TimeText at={policy.created_at} /> },
        { label: t('field.updated'), value: <TimeText at={policy.updated_at} /> },
        { label: t('field.id'), value: <IdText id={policy.id} /> },
      ]}
    />
  );
}
