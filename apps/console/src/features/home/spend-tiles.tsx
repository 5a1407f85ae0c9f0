import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { MoneyText } from '../../ui/money-text.js';
import { RequestsLink } from '../../ui/requests-link.js';
import { useForecast, useLastErrors } from './spend-queries.js';

/** Today, this month, the month as it is expected at its end, and what failed in the last 24 hours. */
export function SpendTiles({ workspaceId }: { readonly workspaceId: string | undefined }): ReactNode {
  const { i18n, t } = useTranslation('home');
  const { data, error, refetch } = useForecast(workspaceId);
  if (error) return <FailureNotice failure={error} onRetry={() => void refetch()} />;
  const today = Number(data?.today.slice(8) ?? 0);
  const days = Number(data?.to.slice(8) ?? 0);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Tile label={t('spend.today')} figure={data && <MoneyText usd={data.today_usd} />} note={t('spend.utc')} />
      <Tile
        label={t('spend.month')}
        figure={data && <MoneyText usd={data.spent_usd} />}
        note={data && t('spend.dayOf', { day: today, days })}
      />
      <Tile
        label={t('spend.expected')}
        figure={data && <MoneyText usd={data.expected_usd} />}
        note={
          data && (
            <>
              {data.low_usd < data.high_usd && (
                <>
                  <MoneyText usd={data.low_usd} /> – <MoneyText usd={data.high_usd} /> ·{' '}
                </>
              )}
              {t(`spend.method.${data.method}`, { number: data.days })}
            </>
          )
        }
      />
      <FailingTile workspaceId={workspaceId} language={i18n.language} />
    </SimpleGrid>
  );
}

function FailingTile({
  language,
  workspaceId,
}: {
  readonly workspaceId: string | undefined;
  readonly language: string;
}): ReactNode {
  const { t } = useTranslation('home');
  const { data } = useLastErrors(workspaceId);
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const scope = workspaceId === undefined ? { scope: 'organization' } : {};
  const link = (outcome: 'refused' | 'failed', number: number): ReactNode => (
    <RequestsLink search={{ range: '24h', outcome, ...scope }} label={t(`activity.see.${outcome}`, { number })}>
      <CountText n={number} />
    </RequestsLink>
  );
  return (
    <Tile
      label={t('spend.failing')}
      figure={data && (data.requests === 0 ? '–' : share.format((data.failed + data.refused) / data.requests))}
      note={
        data && (
          <>
            {link('failed', data.failed)} {t('spend.failed')} · {link('refused', data.refused)} {t('spend.refused')}
          </>
        )
      }
    />
  );
}

interface TileProps {
  readonly label: string;
  /** Undefined while it loads. */
  readonly figure: ReactNode | undefined;
  readonly note?: ReactNode;
}

function Tile({ figure, label, note }: TileProps): ReactNode {
  return (
    <Paper withBorder p="sm" role="group" aria-label={label}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {figure === undefined ? (
        <Skeleton h={28} w="60%" />
      ) : (
        <Text size="xl" fw={600} component="div">
          {figure}
        </Text>
      )}
      {note !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Paper>
  );
}
