import { Button, Select, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { UnpricedNotice } from '../../ui/unpriced-notice.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { levelOf } from './budget-level.js';
import { SpentBar } from './spent-bar.js';

type Budget = components['schemas']['BudgetView'];

const LEVELS = { within: 'ok', near: 'warning', spent: 'error' } as const;

/** Budgets in effect and what is spent of them. They are set at keys and teams, which a row opens. */
export default function BudgetsPage(): ReactNode {
  const { t } = useTranslation('budgets');
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const [search, setSearch] = useUrlState();
  const scope = search.scope === 'api_key' || search.scope === 'team' ? search.scope : undefined;
  const query = { ...(scope && { scope }) };
  const list = useList(['budgets', query], '/admin/budgets', query);
  const { can } = useSession();
  // Rows lead to keys and teams, which not everybody sees.
  const mayOpen = can('gateway.keys.read', workspace.id);
  const changed = useChange('budgets');
  const [asked, setAsked] = useState<Budget>();
  const open = ({ scope: kind, id }: Budget): void =>
    void navigate(
      kind === 'team'
        ? { to: '/org/teams', search: { open: id } as never }
        : { to: `/w/${workspace.id}/keys`, search: { open: id } as never },
    );
  return (
    <Page title={t('title')} description={t(mayOpen ? 'description' : 'descriptionOnly')} actions={<RulesLink />}>
      <FilterBar>
        <Select
          aria-label={t('filter')}
          placeholder={t('filter')}
          clearable
          w={200}
          value={scope ?? null}
          onChange={(value) => setSearch({ scope: value ?? undefined })}
          data={[
            { value: 'api_key', label: t('scope.api_key') },
            { value: 'team', label: t('scope.team') },
          ]}
        />
      </FilterBar>
      <UncountedModels budgets={list.rows} />
      <ResourceTable
        {...list}
        columns={useBudgetColumns(can('gateway.budgets.manage'), setAsked)}
        getRowId={({ id }) => id}
        onOpen={mayOpen ? open : undefined}
        empty={{ sentence: scope === undefined ? t('empty') : t('noMatch') }}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('reset.title', { name: asked?.name })}
        consequence={t('reset.consequence')}
        confirmLabel={t('reset.action')}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => {
          await changed(api.post('/admin/budgets/{id}/reset', { path: { id: asked?.id ?? '' } }));
          setAsked(undefined);
          notify.success(t('reset.done'));
        }}
      />
    </Page>
  );
}

/** Way to the rules, for those who may see them. */
function RulesLink(): ReactNode {
  const { t } = useTranslation('budgets');
  const { can } = useSession();
  const { id } = useWorkspace();
  if (!can('gateway.budgetrules.read', id)) return null;
  return (
    <Button component={Link} variant="default" {...({ to: `/w/${id}/budget-rules` } as object)}>
      {t('rules')}
    </Button>
  );
}

/** Models that the listed budgets do not count. */
function UncountedModels({ budgets }: { readonly budgets: readonly Budget[] }): ReactNode {
  const { id } = useWorkspace();
  const uncounted = budgets.filter(({ unpriced_models: names }) => names.length > 0);
  if (uncounted.length === 0) return null;
  const inWorkspace = new Set(namesOf(uncounted.filter(({ workspace_id: place }) => place === id)));
  const elsewhere = namesOf(uncounted).filter((name) => !inWorkspace.has(name));
  const unpriced = uncounted[0]?.unpriced ?? 'allow';
  return (
    <Stack gap={8} my={8}>
      <UnpricedNotice names={[...inWorkspace]} unpriced={unpriced} workspaceId={id} />
      <UnpricedNotice names={elsewhere} unpriced={unpriced} workspaceId={undefined} />
    </Stack>
  );
}

function namesOf(budgets: readonly Budget[]): string[] {
  return [...new Set(budgets.flatMap(({ unpriced_models: names }) => names))];
}

/** Nothing where nothing is spent. */
function ResetButton({
  budget,
  onAsk,
}: {
  readonly budget: Budget;
  readonly onAsk: (budget: Budget) => void;
}): ReactNode {
  const { t } = useTranslation('budgets');
  if (budget.spent === 0) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('reset.label', { name: budget.name })}
      onClick={(event) => {
        // The row opens its key or team.
        event.stopPropagation();
        onAsk(budget);
      }}
    >
      {t('reset.action')}
    </Button>
  );
}

function Spent({ budget }: { readonly budget: Budget }): ReactNode {
  const { t } = useTranslation('budgets');
  const { name, unit, spent, limit } = budget;
  return (
    <SpentBar name={name} unit={unit} spent={spent} limit={limit}>
      {budget.unpriced_models.length > 0 && (
        <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
          {t(`uncounted.${budget.unpriced}`, { names: budget.unpriced_models.join(', ') })}
        </Text>
      )}
    </SpentBar>
  );
}

function useBudgetColumns(canReset: boolean, onReset: (budget: Budget) => void): readonly ResourceColumn<Budget>[] {
  const { t } = useTranslation('budgets');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name, scope: kind }) => (
        <Stack gap={0}>
          <Text size="sm" fw={500} dir="auto" lineClamp={2}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`of.${kind}`)}
          </Text>
        </Stack>
      ),
    },
    { id: 'spent', header: t('field.spent'), cell: (budget) => <Spent budget={budget} />, width: '40%' },
    {
      id: 'state',
      header: t('field.state'),
      cell: (budget) => {
        const level = levelOf(budget);
        return <StateBadge state={LEVELS[level]} label={t(`level.${level}`)} />;
      },
      hideBelow: 'sm',
    },
    { id: 'period', header: t('field.period'), cell: ({ period }) => t(`period.${period}`), hideBelow: 'md' },
    {
      id: 'resets',
      header: t('field.resets'),
      cell: ({ resets_at: at }) => (at === null ? t('never') : <TimeText at={at} />),
      hideBelow: 'md',
    },
    ...(canReset
      ? [
          {
            id: 'actions',
            header: '',
            align: 'end' as const,
            cell: (budget: Budget) => <ResetButton budget={budget} onAsk={onReset} />,
          },
        ]
      : []),
  ];
}
