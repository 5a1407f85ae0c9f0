import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../../api/client.js';
import { EmptyState } from '../../ui/empty-state.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';
import { loadGuide } from './guide-files.js';
import { GuideText } from './guide-text.js';

/** A guide of the documentation, which is part of the console: it is there without the internet. */
export default function GuidePage(): ReactNode {
  const { t, i18n } = useTranslation('guide');
  const { hash, pathname } = useLocation();
  const name = /\/guide\/(.+)$/.exec(pathname)?.[1] ?? '';
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['guide', name],
    queryFn: async () => (await loadGuide(name)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (typeof data !== 'string') return;
    const heading = hash === '' ? null : document.getElementById(decodeURIComponent(hash));
    if (heading === null) window.scrollTo({ top: 0 });
    else heading.scrollIntoView();
  }, [data, hash]);
  const title = /^# (.+)$/m.exec(data ?? '')?.[1] ?? t('title');
  const reference = (
    <Anchor href={`${basePath()}/docs`} size="sm">
      {t('reference')}
    </Anchor>
  );
  return (
    <Page title={title} actions={reference}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton h={480} maw={860} />}
      {data === null && <EmptyState sentence={t('none')} />}
      {typeof data === 'string' && (
        <>
          {!i18n.language.startsWith('en') && (
            <Text size="sm" c="dimmed" mb={16}>
              {t('language')}
            </Text>
          )}
          <GuideText page={name} text={data} />
        </>
      )}
    </Page>
  );
}
