import { Alert, Button, Group, Text } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../api/client.js';
import { type ConnectionTrouble, followTrouble, lastTrouble, troubleOf } from '../api/connection.js';
import { sessionQuery } from '../api/session.js';
import classes from './connection-banner.module.css';

/** Interval at which what failed is asked for again while the page is in sight. */
const RETRY_MS = 15_000;

/**
 * The one message about a service that cannot be reached or answers with errors, whichever page is open: data of the page that did not
 * arrive, or a change that was not taken. It goes once the service answers.
 */
export function ConnectionBanner() {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const trouble = useTrouble();
  const retry = async () => {
    setBusy(true);
    const failed = client.getQueryCache().findAll({ type: 'active', predicate: hasTrouble });
    const asked = failed.length > 0 ? { predicate: hasTrouble } : { queryKey: sessionQuery.queryKey };
    // One that is on its way goes on: what takes longer than the interval would never arrive.
    await client.refetchQueries({ type: 'active', ...asked }, { cancelRefetch: false });
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same function for each drawing.
  useEffect(() => {
    if (trouble === undefined) return;
    const again = () => void retry();
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), RETRY_MS);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [trouble]);
  if (trouble === undefined) return null;
  return (
    <Alert color="orange" role="alert" className={classes.banner} title={t(`connection.${trouble}`)}>
      <Group gap="md" justify="space-between">
        <Text size="sm">{t('connection.kept')}</Text>
        <Button size="xs" variant="default" loading={isBusy} onClick={() => void retry()}>
          {t('retry')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Trouble of the queries of the page, or else of the last call. */
function useTrouble(): ConnectionTrouble | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listen) => {
      const ends = [cache.subscribe(listen), followTrouble(listen)];
      return () => {
        for (const end of ends) end();
      };
    },
    () => {
      const failed = cache.findAll({ type: 'active', predicate: hasTrouble })[0];
      return failed === undefined ? lastTrouble() : troubleOfQuery(failed);
    },
  );
}

function hasTrouble(query: Query): boolean {
  return troubleOfQuery(query) !== undefined;
}

/** Trouble of a query that has failed, or that is being repeated because it did. */
function troubleOfQuery({ state }: Query): ConnectionTrouble | undefined {
  const failure: unknown = state.fetchFailureReason ?? state.error;
  return failure instanceof ApiFailure ? troubleOf(failure.status) : undefined;
}
