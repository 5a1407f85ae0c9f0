import { Code, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exportHref } from '../../api/export-href.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ColouredCode } from '../../ui/colours/coloured-code.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { decimalsOfPrices, MoneyText } from '../../ui/money-text.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { StateBadge } from '../../ui/state-badge.js';
import { countSet, FoldedFilters } from '../../ui/table/folded-filters.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { SavedViews } from '../../ui/table/saved-views.js';
import { TimeText } from '../../ui/time-text.js';
import { UnpricedNotice } from '../../ui/unpriced-notice.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { listKnownFacts } from './known-facts.js';
import { ModelImport, useModelSelection } from './model-files.js';
import { ModelForm } from './model-form.js';
import { EMPTY_MODEL, type Model, type ModelValues, TYPES, toModelBody, valuesOfModel } from './model-values.js';
import { createModel, findModel, removeModel, updateModel, useModels, useProviderNames } from './queries.js';

/** Models of the workspace's providers. */
export default function ModelsPage(): ReactNode {
  const { t } = useTranslation('models');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search, setSearch] = useUrlState();
  const providers = useProviderNames(workspace.id, can('gateway.providers.read', workspace.id));
  const { order } = search;
  const { list, query } = useModels(workspace.id, { q: search.q, type: search.type, provider: search.provider, order });
  const canManage = can('gateway.models.manage', workspace.id);
  const selection = useModelSelection();
  const nameProvider = (id: string): ReactNode => providers.get(id) ?? <IdText id={id} />;
  const suggested = { upstream_model: search.upstream ?? '', logical_name: search.upstream ?? '' };
  return (
    <ResourcePage<Model, ModelValues>
      key={`${search.provider}:${search.upstream}`}
      namespace="models"
      root="models"
      draftKey={search.upstream === undefined ? `models:${workspace.id}` : undefined}
      table={{
        tableId: 'models',
        sort: { order, onOrder: (next) => setSearch({ order: next }) },
        exportHref: exportHref('/admin/models/export', query),
        selection: canManage ? selection : undefined,
        tools: (
          <>
            <SavedViews page="models" />
            {canManage && <ModelImport workspaceId={workspace.id} />}
          </>
        ),
      }}
      list={{ ...list, rows: list.rows as readonly Model[] }}
      columns={useModelColumns(nameProvider, list.rows as readonly Model[])}
      nameOf={({ logical_name: name }) => name}
      load={findModel}
      canCreate={canManage}
      canManage={() => canManage}
      emptyValues={{ ...EMPTY_MODEL, ...suggested, provider_id: search.provider ?? null }}
      toValues={valuesOfModel}
      validate={{
        logical_name: (name) => (String(name).trim() ? null : t('required.name')),
        upstream_model: (name) => (String(name).trim() ? null : t('required.upstream')),
        provider_id: (id) => (id ? null : t('required.provider')),
      }}
      create={(values) => createModel(workspace.id, toModelBody(values))}
      update={({ id }, values, version) => updateModel(id, toModelBody(values), version)}
      remove={({ id }) => removeModel(id)}
      filters={<ModelFilters providers={providers} />}
      form={(form) => <ModelForm form={form} workspaceId={workspace.id} providers={providers} />}
      details={(model) => <ModelFacts model={model} provider={nameProvider(model.provider_id)} />}
    />
  );
}

function ModelName({ model }: { readonly model: Model }): ReactNode {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500} dir="auto" lineClamp={3}>
        {model.logical_name}
      </Text>
      {model.aliases.length > 0 && (
        <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
          {model.aliases.join(', ')}
        </Text>
      )}
    </Stack>
  );
}

function pricesPerMillion({ prices }: Model): number[] {
  const { input_per_million: input = 0, output_per_million: output = 0 } = (prices ?? {}) as Readonly<
    Record<string, number>
  >;
  return [input, output];
}

function PriceText({ decimals, model }: { readonly decimals: number; readonly model: Model }): ReactNode {
  const { t } = useTranslation('models');
  const { input_per_million: input, output_per_million: output } = (model.prices ?? {}) as Readonly<
    Record<string, number>
  >;
  if (model.price === 'none') return <StateBadge state="warning" label={t('price.missing')} />;
  if (input === undefined && output === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t(UNSET[model.price ?? 'known'])}
      </Text>
    );
  return (
    <Text size="sm" span>
      <MoneyText usd={input ?? 0} decimals={decimals} /> / <MoneyText usd={output ?? 0} decimals={decimals} />
    </Text>
  );
}

/** Texts for a price that has no figures. */
const UNSET = { declared: 'price.unset', known: 'price.unset', none: 'price.missing', free: 'price.free' } as const;

interface ModelFactsProps {
  readonly model: Model;
  readonly provider: ReactNode;
}

function ModelFacts({ model, provider }: ModelFactsProps): ReactNode {
  const { t, i18n } = useTranslation('models');
  const {
    aliases,
    upstream_model,
    type,
    prices,
    media_prices,
    context_window,
    capabilities,
    voices,
    unsupported_parameters: unsupported,
  } = model;
  const priced = Object.entries({ ...prices, ...media_prices } as Readonly<Record<string, number>>);
  const words = { yes: t('known.yes'), no: t('known.no'), none: t('known.none'), language: i18n.language };
  const window = context_window ?? Number(model.known_capabilities?.context_window ?? Number.NaN);
  const known = listKnownFacts(model.known_capabilities, words);
  const json = (value: unknown): ReactNode => (
    <Code block tabIndex={0} dir="ltr">
      <ColouredCode language="json" text={JSON.stringify(value, null, 2)} />
    </Code>
  );
  return (
    <Stack gap="md">
      {model.unpriced && (
        <UnpricedNotice names={[model.logical_name]} unpriced={model.unpriced} workspaceId={undefined} />
      )}
      <FactList
        facts={[
          { label: t('field.aliases'), value: aliases.join(', ') || '—' },
          { label: t('field.provider'), value: provider },
          {
            label: t('field.upstream'),
            value: (
              <Text span inherit ff="monospace" dir="ltr">
                {upstream_model}
              </Text>
            ),
          },
          { label: t('field.type'), value: t(`type.${type}`, { defaultValue: type }) },
          ...(priced.length === 0 ? [{ label: t('field.price'), value: t(UNSET[model.price ?? 'known']) }] : []),
          ...priced.map(([name, usd]) => ({
            label: t(`price.${name}`),
            value: <MoneyText usd={usd} decimals={decimalsOfPrices([usd])} />,
          })),
          {
            label: t('field.context'),
            value: Number.isNaN(window) ? t('unknown') : window.toLocaleString(i18n.language),
          },
          { label: t('field.drop'), value: unsupported?.drop?.join(', ') || '—' },
          ...known.map(({ name, text }) => ({ label: t(`known.${name}`), value: <Text inherit>{text}</Text> })),
          ...(capabilities ? [{ label: t('section.abilities'), value: json(capabilities) }] : []),
          ...(voices ? [{ label: t('field.voices'), value: json(voices) }] : []),
          { label: t('field.created'), value: <TimeText at={model.created_at} /> },
          { label: t('field.updated'), value: <TimeText at={model.updated_at} /> },
          { label: t('field.id'), value: <IdText id={model.id} /> },
        ]}
      />
    </Stack>
  );
}

function useModelColumns(
  nameProvider: (id: string) => ReactNode,
  rows: readonly Model[],
): readonly ResourceColumn<Model>[] {
  const { t } = useTranslation('models');
  const decimals = decimalsOfPrices(rows.flatMap(pricesPerMillion));
  return [
    { id: 'name', sort: 'name', header: t('field.name'), cell: (model) => <ModelName model={model} /> },
    {
      id: 'provider',
      sort: 'provider',
      header: t('field.provider'),
      cell: ({ provider_id: id }) => nameProvider(id),
      hideBelow: 'sm',
    },
    {
      id: 'upstream',
      sort: 'upstream_model',
      header: t('field.upstream'),
      cell: ({ upstream_model: name }) => (
        <Text size="sm" ff="monospace" dir="ltr">
          {name}
        </Text>
      ),
      hideBelow: 'md',
    },
    {
      id: 'type',
      sort: 'type',
      header: t('field.type'),
      cell: ({ type }) => t(`type.${type}`, { defaultValue: type }),
      hideBelow: 'xs',
    },
    {
      id: 'price',
      header: t('field.price'),
      align: 'end',
      cell: (model) => <PriceText model={model} decimals={decimals} />,
      hideBelow: 'lg',
    },
  ];
}

function ModelFilters({ providers }: { readonly providers: ReadonlyMap<string, string> }): ReactNode {
  const { t } = useTranslation('models');
  const [search, setSearch] = useUrlState();
  return (
    <FoldedFilters count={countSet([search.type, search.provider])}>
      <Select
        w={180}
        clearable
        aria-label={t('filter.type')}
        placeholder={t('filter.type')}
        data={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        value={search.type ?? null}
        onChange={(type) => setSearch({ type: type ?? undefined })}
      />
      {providers.size > 0 && (
        <Select
          w={220}
          clearable
          searchable
          aria-label={t('filter.provider')}
          placeholder={t('filter.provider')}
          data={[...providers].map(([value, label]) => ({ value, label }))}
          value={search.provider ?? null}
          onChange={(provider) => setSearch({ provider: provider ?? undefined, upstream: undefined })}
        />
      )}
    </FoldedFilters>
  );
}
