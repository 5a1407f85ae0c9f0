import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfigLock } from '../../ui/config-lock.js';
import { CountText } from '../../ui/count-text.js';
import { decimalsOf, MoneyText } from '../../ui/money-text.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { KeyBadge } from './key-badge.js';
import type { Key } from './key-values.js';
import { RequestsLink } from './requests-link.js';

/** Columns of the list of keys: money has one precision in each. */
export function useKeyColumns(withWorkspace: boolean, rows: readonly Key[]): readonly ResourceColumn<Key>[] {
  const { t } = useTranslation('keys');
  const decimals = decimalsOf(rows.map(({ spent_usd: usd }) => usd));
  const columns: readonly (ResourceColumn<Key> | false)[] = [
    {
      id: 'name',
      header: t('field.name'),
      sort: 'name',
      cell: ({ key_hint: hint, name, source }) => (
        <RowName name={name} hint={hint} mark={source === 'config' && <ConfigLock />} />
      ),
    },
    { id: 'state', header: t('field.state'), cell: (key) => <KeyBadge shown={key} /> },
    {
      id: 'team',
      header: t('field.team'),
      cell: ({ team }) => <span dir="auto">{team}</span>,
      hideBelow: 'sm',
      sort: 'team',
    },
    withWorkspace && {
      id: 'workspace',
      header: t('field.workspace'),
      cell: ({ workspace, workspace_id: id }) =>
        id === null ? t('unbound') : <span dir="auto">{workspace ?? id}</span>,
      hideBelow: 'lg',
    },
    {
      id: 'owner',
      header: t('field.owner'),
      cell: ({ user, user_id: id }) => <span dir="auto">{user ?? id ?? t('nobody')}</span>,
      hideBelow: 'lg',
      isExtra: true,
    },
    { id: 'limits', header: t('field.limits'), cell: (key) => <LimitsOf shown={key} />, hideBelow: 'md' },
    {
      id: 'expires',
      header: t('field.expires'),
      sort: 'expires_at',
      cell: ({ expires_at: at }) => (at === null ? t('never') : <TimeText at={at} />),
      hideBelow: 'lg',
    },
    {
      id: 'spent',
      header: t('field.spent'),
      sort: 'spent_usd',
      align: 'end',
      cell: ({ spent_usd: usd }) => <MoneyText usd={usd} decimals={decimals} />,
      hideBelow: 'sm',
    },
    {
      id: 'used',
      header: t('field.used'),
      sort: 'last_used_at',
      cell: ({ last_used_at: at }) => (at === null ? t('unused') : <TimeText at={at} />),
      hideBelow: 'md',
    },
    ...useLimitColumns(),
    {
      id: 'requests',
      header: t('field.requests'),
      cell: (key) => <RequestsLink shown={key} />,
      hideBelow: 'md',
    },
  ];
  return columns.filter((column) => column !== false);
}

/** Columns that are shown when somebody chooses them. */
function useLimitColumns(): readonly ResourceColumn<Key>[] {
  const { t } = useTranslation('keys');
  return [
    {
      id: 'rpm',
      header: t('field.rpm'),
      sort: 'rpm_limit',
      align: 'end',
      cell: ({ rpm_limit: n }) => (n === 0 ? t('unlimited') : <CountText n={n} />),
      isExtra: true,
    },
    {
      id: 'tpm',
      header: t('field.tpm'),
      sort: 'tpm_limit',
      align: 'end',
      cell: ({ tpm_limit: n }) => (n === 0 ? t('unlimited') : <CountText n={n} />),
      isExtra: true,
    },
    {
      id: 'budget',
      header: t('field.budget'),
      sort: 'budget_usd_monthly',
      align: 'end',
      cell: ({ budget_usd_monthly: usd }) => (usd === 0 ? t('unlimited') : <MoneyText usd={usd} />),
      isExtra: true,
    },
    {
      id: 'created',
      header: t('field.created'),
      sort: 'created_at',
      cell: ({ created_at: at }) => (at === null ? '–' : <TimeText at={at} />),
      hideBelow: 'lg',
      isExtra: true,
    },
  ];
}

function LimitsOf({ shown }: { readonly shown: Key }) {
  const { t } = useTranslation('keys');
  const { rpm_limit: rpm, tpm_limit: tpm, budget_usd_monthly: budget, budget_reset_period: period } = shown;
  const { max_parallel: parallel } = shown;
  if (rpm === 0 && tpm === 0 && parallel === 0 && budget === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('unlimited')}
      </Text>
    );
  return (
    <Stack gap={0}>
      {rpm > 0 && (
        <Text size="xs">
          <CountText n={rpm} /> {t('perMinute.requests')}
        </Text>
      )}
      {tpm > 0 && (
        <Text size="xs">
          <CountText n={tpm} /> {t('perMinute.tokens')}
        </Text>
      )}
      {parallel > 0 && (
        <Text size="xs">
          <CountText n={parallel} /> {t('atOnce')}
        </Text>
      )}
      {budget > 0 && (
        <Text size="xs">
          <MoneyText usd={budget} /> · {t(`period.${period}`)}
        </Text>
      )}
    </Stack>
  );
}
