import { Box, Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.js';
import { FailureNotice } from './failure-notice.js';
import { BulkBar, type TableSelection } from './table/bulk-bar.js';
import type { TableSort } from './table/sort-header.js';
import { TableRows } from './table/table-rows.js';
import { TableTools } from './table/table-tools.js';
import { useTableSettings } from './table/use-table-settings.js';

export interface ResourceColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly width?: number | string;
  /** Hidden on screens narrower than this. */
  readonly hideBelow?: 'xs' | 'sm' | 'md' | 'lg';
  /** Column of the list's `order`, where the server can sort by it. */
  readonly sort?: string;
  /** Not shown until somebody chooses it. */
  readonly isExtra?: boolean;
}

export interface TableSearch {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly label: string;
}

export interface ResourceTableProps<Row> {
  /** Name under which this browser keeps the chosen columns and density; without it, they cannot be chosen. */
  readonly tableId?: string;
  readonly columns: readonly ResourceColumn<Row>[];
  readonly rows: readonly Row[];
  readonly getRowId: (row: Row) => string;
  readonly isLoading: boolean;
  readonly failure?: unknown;
  readonly empty: { readonly sentence: string; readonly action?: ReactNode };
  /** Opens a row; its first cell is then a button. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly hasMore?: boolean;
  readonly loadMore?: () => void;
  readonly isLoadingMore?: boolean;
  readonly onRetry?: () => void;
  readonly search?: TableSearch;
  readonly sort?: TableSort;
  readonly selection?: TableSelection<Row> | undefined;
  /** Address of a file with every row of the filter. */
  readonly exportHref?: string | undefined;
  /** Filters beside the search. */
  readonly filters?: ReactNode;
  /** Further tools, such as an import. */
  readonly tools?: ReactNode;
}

/** A list from the API: loading, failed, empty, or rows that continue as one scrolls. */
export function ResourceTable<Row>(props: ResourceTableProps<Row>): ReactNode {
  const { rows, isLoading, failure, empty, onRetry, search, tableId, columns, filters, tools, exportHref } = props;
  const { selection, getRowId } = props;
  const extra = columns.filter(({ isExtra }) => isExtra === true).map(({ id }) => id);
  const [settings, change] = useTableSettings(tableId, extra);
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const isEmpty = !isLoading && !failure && rows.length === 0;
  const shown = columns.filter(({ id }, index) => index === 0 || !settings.hidden.includes(id));
  // Rows that the list no longer has are not selected any more.
  const chosen = rows.filter((row) => selected.has(getRowId(row)));
  return (
    <Box>
      {(search || filters || tableId !== undefined) && (
        <Group gap={8} mb={16} align="flex-end">
          {search && <SearchField {...search} />}
          {filters}
          {tableId !== undefined && (
            <TableTools
              columns={columns.filter(({ header }) => header !== '')}
              settings={settings}
              onSettings={change}
              exportHref={exportHref}
            >
              {tools}
            </TableTools>
          )}
        </Group>
      )}
      {selection && <BulkBar selection={selection} selected={chosen} onClear={() => setSelected(new Map())} />}
      {failure ? <FailureNotice failure={failure} onRetry={onRetry} /> : null}
      {isEmpty && <EmptyState {...empty} />}
      {(isLoading || rows.length > 0) && (
        <TableRows
          {...props}
          columns={shown}
          isCompact={settings.isCompact}
          selected={selected}
          onSelect={setSelected}
        />
      )}
      <Continue {...props} />
    </Box>
  );
}

/** Reads on when the end of the list comes into view; the button is for keyboards, and for a read that failed. */
function Continue<Row>({ hasMore, loadMore, isLoadingMore, rows }: ResourceTableProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const end = useRef<HTMLDivElement>(null);
  const read = useRef(loadMore);
  read.current = loadMore;
  const count = rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that leaves the end in view is followed by another.
  useEffect(() => {
    if (!hasMore || isLoadingMore || end.current === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) read.current?.();
      },
      { rootMargin: '400px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [hasMore, isLoadingMore, count]);
  if (!hasMore) return null;
  return (
    <Group justify="center" mt={16} ref={end}>
      <Button variant="default" onClick={loadMore} loading={isLoadingMore}>
        {t('loadMore')}
      </Button>
    </Group>
  );
}

function SearchField({ value, onChange, label }: TableSearch): ReactNode {
  const [text, setText] = useState(value);
  const change = useDebouncedCallback(onChange, 250);
  // Another address, such as that of the back button, has another text.
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        change(currentTarget.value);
      }}
      w={{ base: '100%', xs: 280 }}
    />
  );
}
