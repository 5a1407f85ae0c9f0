import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from './detail-drawer.js';
import { useUrlState } from './use-url-state.js';

/** The bench of a page beside its list, where the address asks for it. */
export function BenchDrawer({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation('policies');
  const [search, setSearch] = useUrlState();
  return (
    <DetailDrawer
      opened={search.bench === 'open'}
      title={t('bench.open')}
      onClose={() => setSearch({ bench: undefined })}
      size={640}
    >
      <Suspense fallback={<Skeleton h={240} />}>{children}</Suspense>
    </DetailDrawer>
  );
}
