import { Badge, Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './folded-filters.module.css';

interface FoldedFiltersProps {
  /** Number of filters in effect. */
  readonly count: number;
  readonly children: ReactNode;
}

/** Filters that lie behind a button on a phone, which counts those in effect. On wider screens they are where they stand. */
export function FoldedFilters({ children, count }: FoldedFiltersProps): ReactNode {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        hiddenFrom="sm"
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<IconFilter size={16} aria-hidden />}
        rightSection={count > 0 ? <Badge size="sm">{count}</Badge> : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t('table.filters')}
      </Button>
      <div id={id} className={classes.filters} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  );
}

/** Counts the values that are there. */
export function countSet(values: readonly unknown[]): number {
  return values.filter((value) => value !== undefined && value !== '').length;
}
