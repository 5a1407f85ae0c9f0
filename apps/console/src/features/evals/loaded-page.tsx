import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';

interface LoadedPageProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly children: (data: Data) => ReactNode;
}

/** The page of one thing: what it shows while that loads, and where it could not be read. */
export function LoadedPage<Data>({ children, query }: LoadedPageProps<Data>): ReactNode {
  const { t } = useTranslation('evals');
  const { data, error, refetch } = query;
  // Data that was read before stays if a later attempt fails.
  if (data !== undefined) return children(data);
  return (
    <Page title={t('title')}>
      {error ? <FailureNotice failure={error} onRetry={() => void refetch()} /> : <Loader aria-label={t('loading')} />}
    </Page>
  );
}
