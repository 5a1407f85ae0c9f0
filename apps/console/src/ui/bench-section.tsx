import { Button, Fieldset, Skeleton } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface BenchSectionProps {
  readonly children: ReactNode;
  /** True if it is open from the start. */
  readonly isOpened?: boolean;
}

/** The bench within a form: what is typed there is tried before it is saved. Closed, it loads nothing. */
export function BenchSection({ children, isOpened = false }: BenchSectionProps): ReactNode {
  const { t } = useTranslation('policies');
  const [isOpen, setOpen] = useState(isOpened);
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
