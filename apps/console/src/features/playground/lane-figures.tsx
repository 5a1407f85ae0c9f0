import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { DurationText } from '../../ui/duration-text.js';
import { MoneyText } from '../../ui/money-text.js';
import type { Run } from './lanes.js';

/** Figures of a lane's latest answer: time, tokens, money. */
export function LaneFigures({ run }: { readonly run: Run | undefined }) {
  const { t } = useTranslation('playground');
  if (run === undefined) return <span />;
  const { costUsd, finishReason, firstMs, totalMs, usage } = run;
  const figures = [
    firstMs !== undefined && { name: t('figure.first'), value: <DurationText ms={firstMs} /> },
    totalMs !== undefined && { name: t('figure.total'), value: <DurationText ms={totalMs} /> },
    usage && { name: t('figure.in'), value: <CountText n={usage.prompt_tokens} /> },
    usage && { name: t('figure.out'), value: <CountText n={usage.completion_tokens} /> },
    costUsd !== undefined && { name: t('figure.cost'), value: <MoneyText usd={costUsd} /> },
    finishReason && finishReason !== 'stop' && { name: t('figure.end'), value: finishReason },
  ].filter((figure) => typeof figure === 'object');
  return (
    <Group component="dl" gap="sm" m={0}>
      {figures.map(({ name, value }) => (
        <Group component="div" gap={4} key={name} wrap="nowrap">
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="xs" m={0}>
            {value}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
