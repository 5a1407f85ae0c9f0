import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { DurationText } from '../../ui/duration-text.js';
import { DECIMALS_OF_REQUESTS, MoneyText } from '../../ui/money-text.js';
import { TimeText } from '../../ui/time-text.js';
import { OutcomeBadge } from './outcome-badge.js';
import type { RequestRow } from './queries.js';
import { RatingSign } from './rating-sign.js';

const NONE = '–';

export function useRequestColumns() {
  const { t } = useTranslation('requests');
  return [
    {
      id: 'time',
      header: t('field.time'),
      width: 150,
      sort: 'time',
      cell: ({ time }: RequestRow) => <TimeText at={time} />,
    },
    {
      id: 'outcome',
      header: t('field.outcome'),
      width: 150,
      cell: ({ outcome, rating, status }: RequestRow) => (
        <Group gap={6} wrap="nowrap">
          <OutcomeBadge outcome={outcome} status={status} />
          <RatingSign rating={rating} />
        </Group>
      ),
    },
    {
      id: 'model',
      header: t('field.model'),
      cell: ({ endpoint, logical_name, model, provider }: RequestRow) => (
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
      hideBelow: 'md' as const,
      cell: ({ credential_name, team }: RequestRow) => (
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
    {
      id: 'person',
      header: t('field.person'),
      hideBelow: 'lg' as const,
      isExtra: true,
      cell: ({ user, user_id: id }: RequestRow) => <span dir="auto">{user ?? id ?? NONE}</span>,
    },
    {
      id: 'note',
      header: t('annotation.note'),
      hideBelow: 'lg' as const,
      isExtra: true,
      cell: ({ note }: RequestRow) => (
        <Text size="sm" truncate="end" maw={320} title={note ?? undefined} dir="auto">
          {note || NONE}
        </Text>
      ),
    },
    {
      id: 'errorCode',
      header: t('field.errorCode'),
      hideBelow: 'lg' as const,
      isExtra: true,
      cell: ({ error_code: code }: RequestRow) => code ?? NONE,
    },
    {
      id: 'endpoint',
      header: t('field.endpoint'),
      hideBelow: 'lg' as const,
      isExtra: true,
      cell: ({ endpoint }: RequestRow) => endpoint,
    },
    {
      id: 'provider',
      header: t('field.provider'),
      hideBelow: 'lg' as const,
      isExtra: true,
      cell: ({ provider }: RequestRow) => provider ?? NONE,
    },
    {
      id: 'tokens',
      header: t('field.tokens'),
      align: 'end' as const,
      hideBelow: 'sm' as const,
      cell: ({ total_tokens }: RequestRow) => (total_tokens === null ? NONE : <CountText n={total_tokens} />),
    },
    {
      id: 'cost',
      sort: 'cost_usd',
      header: t('field.cost'),
      align: 'end' as const,
      hideBelow: 'sm' as const,
      cell: ({ cost_usd }: RequestRow) =>
        cost_usd === null ? NONE : <MoneyText usd={cost_usd} decimals={DECIMALS_OF_REQUESTS} />,
    },
    {
      id: 'duration',
      sort: 'duration_ms',
      header: t('field.duration'),
      align: 'end' as const,
      width: 100,
      cell: ({ duration_ms }: RequestRow) => <DurationText ms={duration_ms} />,
    },
  ];
}
