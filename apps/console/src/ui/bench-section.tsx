import { Button, Fieldset, Skeleton } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The bench within a form: what is typed there is tried before it is saved. Closed, it loads nothing. */
export function BenchSection({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation('policies');
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconFlask size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('bench.open')}
      </Button>
    );
  }
  return (
    <Fieldset legend={t('bench.open')}>
      <Suspense fallback={<Skeleton h={160} />}>{children}</Suspense>
    </Fieldset>
  );
}
