import { Box, Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.js';
import { FailureNotice } from './failure-notice.js';
import { BulkBar } from './table/bulk-bar.js';
import type { ResourceTableProps, TableSearch } from './table/resource-table-props.js';
import { TableRows } from './table/table-rows.js';
import { TableTools } from './table/table-tools.js';
import { useTableSettings } from './table/use-table-settings.js';

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
