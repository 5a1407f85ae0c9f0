import { Anchor, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { ResourcePage } from '../../ui/resource-page.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { CoolDowns } from './cool-downs.js';
import { HealthCell, LatencyCell } from './health-cells.js';
import { ProviderChecks } from './provider-checks.js';
import { ProviderForm } from './provider-form.js';
import {
  EMPTY_PROVIDER,
  findBadHeader,
  hintsOf,
  isStored,
  type Provider,
  type ProviderKind,
  type ProviderValues,
  toProviderBody,
  valuesOfProvider,
} from './provider-values.js';
import {
  createProvider,
  findProvider,
  removeProvider,
  updateProvider,
  useProviderHealth,
  useProviderKinds,
  useProviders,
} from './queries.js';

const NO_KIND: ProviderKind['settings'] = [];

/** Providers that the workspace registered, with what tests them. */
export default function ProvidersPage(): ReactNode {
  const { t } = useTranslation('providers');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search] = useUrlState();
  const kinds = useProviderKinds().data ?? [];
  const secrets = ['headers', ...kinds.flatMap(listSecrets)];
  const client = useQueryClient();
  const kindOf = (name: string): ProviderKind =>
    kinds.find(({ kind }) => kind === name) ?? ({ kind: name, name, settings: NO_KIND } as unknown as ProviderKind);
  // A form needs the kinds, and the page is drawn anew when they arrive: one that was open before would be gone.
  const canManage = can('gateway.providers.manage', workspace.id) && kinds.length > 0;
  const maySeeUse = can('gateway.usage.read', workspace.id);
  const health = useProviderHealth(workspace.id, maySeeUse);
  return (
    <ResourcePage<Provider, ProviderValues>
      // The form begins with its draft once the kinds are known.
      key={kinds.length}
      namespace="providers"
      root="providers"
      // The kinds tell which settings are secret.
      draftKey={kinds.length === 0 ? undefined : `providers:${workspace.id}`}
      secrets={secrets}
      list={useProviders(workspace.id, search.q)}
      columns={useProviderColumns(kindOf, maySeeUse ? health : undefined)}
      nameOf={({ name }) => name}
      load={findProvider}
      canCreate={canManage}
      canManage={() => canManage}
      emptyValues={EMPTY_PROVIDER}
      toValues={valuesOfProvider}
      validate={(values) => ({
        kind: values.kind ? null : t('required.kind'),
        name: values.name.trim() ? null : t('required.name'),
        headers: describeHeaders(values.headers, (line) => t('required.headers', { line })),
      })}
      create={(values) => createProvider(workspace.id, toProviderBody(values, kindOf(values.kind), true))}
      update={async ({ id, kind }, values, version) => {
        await updateProvider(id, toProviderBody(values, kindOf(kind), false), version);
        await client.invalidateQueries({ queryKey: ['models'] });
      }}
      remove={({ id }) => removeProvider(id)}
      form={(form, stored) => <ProviderForm form={form} stored={stored} />}
      details={(provider) => (
        <ProviderDetails
          provider={provider}
          kind={kindOf(provider.kind)}
          coolDowns={health.get(provider.id)?.cool_downs ?? []}
          canManage={canManage}
        />
      )}
    />
  );
}

type Health = ReturnType<typeof useProviderHealth>;

/**
 * @param health health of the providers; undefined for those who may not see it
 */
function useProviderColumns(
  kindOf: (name: string) => ProviderKind,
  health: Health | undefined,
): readonly ResourceColumn<Provider>[] {
  const { t } = useTranslation('providers');
  return [
    { id: 'name', header: t('field.name'), cell: ({ name }) => <RowName name={name} /> },
    { id: 'kind', header: t('field.kind'), cell: ({ kind }) => kindOf(kind).name },
    ...(health
      ? [
          {
            id: 'health',
            header: t('field.health'),
            cell: ({ id }: Provider) => <HealthCell health={health.get(id)} />,
            hideBelow: 'xs' as const,
          },
          {
            id: 'latency',
            header: t('field.latency'),
            cell: ({ id }: Provider) => <LatencyCell health={health.get(id)} />,
            hideBelow: 'md' as const,
          },
        ]
      : []),
    {
      id: 'credential',
      header: t('field.credential'),
      cell: (provider) => <Credential provider={provider} />,
      hideBelow: 'lg',
    },
    {
      id: 'address',
      header: t('setting.base_url.label'),
      cell: ({ base_url: url }) => url ?? t('defaultAddress'),
      hideBelow: 'lg',
    },
    { id: 'created', header: t('field.created'), cell: ({ created_at: at }) => <TimeText at={at} />, hideBelow: 'lg' },
  ];
}

interface ProviderDetailsProps {
  readonly provider: Provider;
  readonly kind: ProviderKind;
  readonly coolDowns: ComponentProps<typeof CoolDowns>['coolDowns'];
  readonly canManage: boolean;
}

function ProviderDetails({ provider, kind, coolDowns, canManage }: ProviderDetailsProps): ReactNode {
  const { t } = useTranslation('providers');
  const workspace = useWorkspace();
  return (
    <Stack gap={24}>
      <CoolDowns coolDowns={coolDowns} />
      {canManage && <ProviderChecks provider={provider} />}
      <Facts provider={provider} kind={kind} />
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            {...props}
            to={'/w/$workspace/models' as never}
            params={{ workspace: workspace.id } as never}
            search={{ provider: provider.id } as never}
          />
        )}
      >
        {t('showModels')}
      </Anchor>
    </Stack>
  );
}

const listSecrets = ({ settings }: ProviderKind): string[] =>
  settings.filter(({ secret }) => secret).map(({ name }) => name);

function describeHeaders(text: string, explain: (line: number) => string): string | null {
  const line = findBadHeader(text);
  return line === undefined ? null : explain(line);
}

const SECRETS = [
  'api_key',
  'api_keys',
  'access_key_id',
  'secret_access_key',
  'session_token',
  'credentials_json',
  'access_token',
] as const;

function Credential({ provider }: { readonly provider: Provider }): ReactNode {
  const { t } = useTranslation('providers');
  const stored = SECRETS.filter((name) => isStored(provider, name));
  if (stored.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('secret.none')}
      </Text>
    );
  return (
    <Stack gap={0}>
      {stored.map((name) => (
        <Text key={name} size="xs">
          {t(`setting.${name}.label`)}{' '}
          <Text span inherit ff="monospace" c="dimmed">
            {hintsOf(provider, name)
              .map((hint) => `…${hint}`)
              .join(' ')}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}

function Facts({ provider, kind }: { readonly provider: Provider; readonly kind: ProviderKind }): ReactNode {
  const { t } = useTranslation('providers');
  const { id, base_url, api_version, region, project, location, header_names, timeouts, created_at, updated_at } =
    provider;
  const settings = Object.entries({ api_version, region, project, location }).flatMap(([name, value]) =>
    value === null ? [] : [{ label: t(`setting.${name}.label`), value }],
  );
  return (
    <FactList
      facts={[
        { label: t('field.kind'), value: kind.name },
        { label: t('setting.base_url.label'), value: base_url ?? t('defaultAddress') },
        { label: t('field.credential'), value: <Credential provider={provider} /> },
        ...settings,
        { label: t('field.headers'), value: header_names.length === 0 ? '—' : header_names.join(', ') },
        ...Object.entries(timeouts ?? {}).map(([name, ms]) => ({ label: t(`timeout.${name}`), value: `${ms} ms` })),
        { label: t('field.created'), value: <TimeText at={created_at} /> },
        { label: t('field.updated'), value: <TimeText at={updated_at} /> },
        { label: t('field.id'), value: <IdText id={id} /> },
      ]}
    />
  );
}
