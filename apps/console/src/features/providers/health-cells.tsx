import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DurationText } from '../../ui/duration-text.js';
import { StateBadge } from '../../ui/state-badge.js';
import { stateOfHealth } from './health-state.js';
import type { ProviderHealth } from './queries.js';

interface Props {
  readonly health: ProviderHealth | undefined;
}

const WORDS = { ok: 'health.okWord', warning: 'health.warning', error: 'health.error' } as const;

/** Tells in a word if a provider worked in the last hour, with the numbers, and if something of it is in cool-down. */
export function HealthCell({ health }: Props): ReactNode {
  const { t } = useTranslation('providers');
  const count = health?.cool_downs.length ?? 0;
  return (
    <Stack gap={4}>
      {count > 0 && <StateBadge state="warning" label={t('coolDown.count', { count })} />}
      <HourText health={health} />
    </Stack>
  );
}

function HourText({ health }: Props): ReactNode {
  const { t, i18n } = useTranslation('providers');
  const found = stateOfHealth(health);
  if (health === undefined || found === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {t('health.idle')}
      </Text>
    );
  }
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <Stack gap={0}>
      <StateBadge state={found.state} label={t(WORDS[found.state])} />
      <Text size="xs" c="dimmed">
        {t('health.ok', { count: health.requests, rate: share.format(found.rate) })}
      </Text>
    </Stack>
  );
}

/** Median and 95th percentile of the durations. */
export function LatencyCell({ health }: Props): ReactNode {
  const { p50, p95 } = health?.duration_ms ?? {};
  if (p50 === undefined || p95 === undefined) return '–';
  return (
    <Text size="sm" span style={{ whiteSpace: 'nowrap' }}>
      <DurationText ms={p50} /> / <DurationText ms={p95} />
    </Text>
  );
}
