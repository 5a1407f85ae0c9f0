import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './lanes.module.css';
import { type Lane, type LaneTarget, shareLanes } from './share-lanes.js';

export interface LanesProps {
  readonly strategy: string;
  readonly targets: readonly LaneTarget[];
  readonly retry?: { readonly attempts?: number; readonly on?: readonly (string | number)[] } | undefined;
  readonly shadow?: { readonly model: string; readonly percent: number } | null | undefined;
}

/** The way of a request as parallel lanes, one for each target, in the order in which they are used. */
export function Lanes({ strategy, targets, retry, shadow }: LanesProps): ReactNode {
  const { t } = useTranslation('routing');
  const lanes = shareLanes(strategy, targets);
  return (
    <Stack gap={8}>
      <Text size="sm" c="dimmed">
        {t(`lanes.strategy.${strategy}`, { defaultValue: strategy })}
      </Text>
      {lanes.length === 0 && <Text size="sm">{t('lanes.anyModel')}</Text>}
      <ol className={classes.lanes} aria-label={t('lanes.label')}>
        {lanes.map((lane, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a model can be a target twice, and lanes have no other identity
          <LaneRow key={`${index}:${lane.model}`} lane={lane} index={index} isOrdered={strategy === 'failover'} />
        ))}
        {shadow && (
          <li className={classes.lane} data-shadow>
            <Text size="sm" className={classes.model} dir="auto">
              {shadow.model}
            </Text>
            <Text size="xs" c="dimmed">
              {t('lanes.shadow', { percent: shadow.percent })}
            </Text>
          </li>
        )}
      </ol>
      {retry?.attempts !== undefined && (
        <Text size="xs" c="dimmed">
          {t('lanes.retry', { count: retry.attempts })}
          {retry.on !== undefined && retry.on.length > 0 && ` ${t('lanes.on', { reasons: retry.on.join(', ') })}`}
        </Text>
      )}
    </Stack>
  );
}

interface LaneRowProps {
  readonly lane: Lane;
  readonly index: number;
  readonly isOrdered: boolean;
}

function LaneRow({ lane, index, isOrdered }: LaneRowProps): ReactNode {
  const { t, i18n } = useTranslation('routing');
  const { model, on, weight, timeout_ms: timeout, share } = lane;
  const sayShare = (): string => {
    if (on !== undefined) return t('lanes.longPrompts');
    if (isOrdered) return t(share === 1 ? 'lanes.first' : 'lanes.next');
    if (share === undefined) return t('lanes.weight', { weight: weight ?? 1 });
    return new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
  };
  return (
    <li className={classes.lane} data-idle={share === 0 || undefined}>
      <Text size="xs" c="dimmed" w={16}>
        {index + 1}
      </Text>
      <Text size="sm" fw={500} className={classes.model} dir="auto">
        {model}
      </Text>
      <Group gap={8} wrap="nowrap">
        {timeout !== undefined && (
          <Text size="xs" c="dimmed">
            {t('lanes.timeout', { ms: timeout })}
          </Text>
        )}
        <Text size="xs">{sayShare()}</Text>
      </Group>
      {!isOrdered && share !== undefined && <Box className={classes.fill} w={`${share * 100}%`} aria-hidden />}
    </li>
  );
}
