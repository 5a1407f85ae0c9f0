import { Group, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface TableSort {
  /** Column, with a hyphen for the largest or latest first. */
  readonly order: string | undefined;
  /** Undefined: the order of the list by itself. */
  readonly onOrder: (order: string | undefined) => void;
}

/** Direction of a column, as screen readers say it. */
export function ariaSortOf(column: string | undefined, order: string | undefined) {
  if (column === undefined) return undefined;
  if (order === column) return 'ascending' as const;
  return order === `-${column}` ? ('descending' as const) : ('none' as const);
}

interface SortHeaderProps extends TableSort {
  readonly column: string;
  readonly header: string;
  readonly align: 'start' | 'end';
}

/** Head of a column that the list can be in the order of: one click, the other way round, and back. */
export function SortHeader({ column, header, align, order, onOrder }: SortHeaderProps): ReactNode {
  const { t } = useTranslation('common');
  const direction = ariaSortOf(column, order);
  const next = direction === 'none' ? column : direction === 'ascending' ? `-${column}` : undefined;
  const Sign = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <UnstyledButton
      component="button"
      type="button"
      fz="inherit"
      fw="inherit"
      aria-label={t('table.sortBy', { column: header })}
      onClick={() => onOrder(next)}
    >
      <Group gap={4} wrap="nowrap" justify={align === 'end' ? 'flex-end' : 'flex-start'}>
        {header}
        <Sign size={14} aria-hidden opacity={direction === 'none' ? 0.4 : 1} />
      </Group>
    </UnstyledButton>
  );
}
