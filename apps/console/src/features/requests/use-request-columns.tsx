import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { DurationText } from '../../ui/duration-text.js';
import { DECIMALS_OF_REQUESTS, MoneyText } from '../../ui/money-text.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { OutcomeBadge } from './outcome-badge.js';
import type { RequestRow } from './queries.js';
import { RatingSign } from './rating-sign.js';

const NONE = '–';

export function useRequestColumns(): readonly ResourceColumn<RequestRow>[] {
  const { t } = useTranslation('requests');
  return [
    {
      id: 'time',
      header: t('field.time'),
      width: 150,
      sort: 'time',
      cell: ({ time }) => <TimeText at={time} />,
    },
    {
      id: 'outcome',
      header: t('field.outcome'),
      width: 150,
      cell: ({ error_code: code, outcome, rating, status }) => (
        <Stack gap={0}>
          <Group gap={6} wrap="nowrap">
            <OutcomeBadge outcome={outcome} status={status} />
            <RatingSign rating={rating} />
          </Group>
          {code && (
            <Text size="xs" c="dimmed" truncate="end" maw={170} title={code}>
              {code}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      id: 'model',
      header: t('field.model'),
      cell: ({ endpoint, logical_name, model, provider }) => (
        <Stack gap={0}>
          <Text size="sm" truncate="end" maw={320} title={logical_name ?? model ?? undefined} dir="auto">
            {logical_name ?? model ?? NONE}
          </Text>
          <Text size="xs" c="dimmed" truncate="end">
            {[endpoint, provider].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
      ),
    },
    {
      id: 'credential',
      header: t('field.credential'),
      hideBelow: 'md',
      cell: ({ credential_name, team }) => (
        <Stack gap={0}>
          <Text size="sm" truncate="end" maw={220} title={credential_name ?? undefined} dir="auto">
            {credential_name ?? NONE}
          </Text>
          <Text size="xs" c="dimmed" truncate="end" maw={220} dir="auto">
            {team}
          </Text>
        </Stack>
      ),
    },
    ...useExtraColumns(),
    ...useFigureColumns(),
  ];
}

/** Columns of what a request took. */
function useFigureColumns(): readonly ResourceColumn<RequestRow>[] {
  const { t } = useTranslation('requests');
  return [
    {
      id: 'tokens',
      header: t('field.tokens'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ total_tokens }) => (total_tokens === null ? NONE : <CountText n={total_tokens} />),
    },
    {
      id: 'cost',
      sort: 'cost_usd',
      header: t('field.cost'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ cost_usd }) => (cost_usd === null ? NONE : <MoneyText usd={cost_usd} decimals={DECIMALS_OF_REQUESTS} />),
    },
    {
      id: 'duration',
      sort: 'duration_ms',
      header: t('field.duration'),
      align: 'end',
      width: 100,
      hideBelow: 'sm',
      cell: ({ duration_ms }) => <DurationText ms={duration_ms} />,
    },
  ];
}

/** Columns that are shown when somebody chooses them. */
function useExtraColumns(): readonly ResourceColumn<RequestRow>[] {
  const { t } = useTranslation('requests');
  return [
    {
      id: 'person',
      header: t('field.person'),
      hideBelow: 'lg',
      isExtra: true,
      cell: ({ user, user_id: id }) => <span dir="auto">{user ?? id ?? NONE}</span>,
    },
    {
      id: 'note',
      header: t('annotation.note'),
      hideBelow: 'lg',
      isExtra: true,
      cell: ({ note }) => (
        <Text size="sm" truncate="end" maw={320} title={note ?? undefined} dir="auto">
          {note || NONE}
        </Text>
      ),
    },
    {
      id: 'errorCode',
      header: t('field.errorCode'),
      hideBelow: 'lg',
      isExtra: true,
      cell: ({ error_code: code }) => code ?? NONE,
    },
    {
      id: 'endpoint',
      header: t('field.endpoint'),
      hideBelow: 'lg',
      isExtra: true,
      cell: ({ endpoint }) => endpoint,
    },
    {
      id: 'provider',
      header: t('field.provider'),
      hideBelow: 'lg',
      isExtra: true,
      cell: ({ provider }) => provider ?? NONE,
    },
  ];
}
