import { Box, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/state-badge.js';
import { markOf } from './describe-state.js';
import type { Batch } from './queries.js';

export function StatusText({ status }: { readonly status: string }): ReactNode {
  const { t } = useTranslation('batches');
  return <StateBadge state={markOf(status)} label={t(`status.${status}`, { defaultValue: status })} />;
}

/** Numbers of a batch's ended and failed requests. */
export function RequestProgress({ counts }: { readonly counts: Batch['request_counts'] }): ReactNode {
  const { t } = useTranslation('batches');
  const { completed, failed, total } = counts;
  const shareOf = (count: number): number => (total === 0 ? 0 : (count / total) * 100);
  return (
    <Box maw={220}>
      <Text size="sm">
        {t('progress', { done: completed + failed, total })}
        {failed > 0 && ` · ${t('failedRequests', { count: failed })}`}
      </Text>
      <Progress.Root size={4} mt={4} aria-hidden>
        <Progress.Section value={shareOf(completed)} />
        <Progress.Section value={shareOf(failed)} color="red" />
      </Progress.Root>
    </Box>
  );
}
