import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlState } from './use-url-state.js';

/** Opens the bench of a page, whose address has `bench` then. */
export function TryButton(): ReactNode {
  const { t } = useTranslation('policies');
  const [, setSearch] = useUrlState();
  return (
    <Button
      variant="default"
      leftSection={<IconFlask size={16} aria-hidden />}
      onClick={() => setSearch({ bench: 'open' })}
    >
      {t('bench.open')}
    </Button>
  );
}
