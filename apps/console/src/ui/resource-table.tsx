import { Box, Button, Group, Skeleton, Table, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.js';
import { FailureNotice } from './failure-notice.js';

export interface ResourceColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly width?: number | string;
  /** Hidden on screens narrower than this. */
  readonly hideBelow?: 'xs' | 'sm' | 'md' | 'lg';
}

export interface TableSearch {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly label: string;
}

export interface ResourceTableProps<Row> {
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
}

/** A list from the API: loading, failed, empty, or rows that continue at a button. */
export function ResourceTable<Row>(props: ResourceTableProps<Row>): ReactNode {
  const { rows, isLoading, failure, empty, hasMore, loadMore, isLoadingMore, onRetry, search } = props;
  const { t } = useTranslation('common');
  const isEmpty = !isLoading && !failure && rows.length === 0;
  return (
    <Box>
      {search && <SearchField {...search} />}
      {failure ? <FailureNotice failure={failure} onRetry={onRetry} /> : null}
      {isEmpty && <EmptyState {...empty} />}
      {(isLoading || rows.length > 0) && <Rows {...props} />}
      {hasMore && (
        <Group justify="center" mt={16}>
          <Button variant="default" onClick={loadMore} loading={isLoadingMore}>
            {t('loadMore')}
          </Button>
        </Group>
      )}
    </Box>
  );
}

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e'];

function Rows<Row>({ columns, rows, getRowId, isLoading, onOpen }: ResourceTableProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table highlightOnHover={onOpen !== undefined} verticalSpacing={8} aria-busy={isLoading}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ id, header, align = 'start', width, hideBelow }) => (
              <Table.Th key={id} ta={align} w={width} visibleFrom={hideBelow}>
                {header === '' ? <span className="visually-hidden">{t('actions')}</span> : header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {isLoading && rows.length === 0
            ? PLACEHOLDERS.map((key) => (
                <Table.Tr key={key}>
                  {columns.map(({ id, hideBelow }) => (
                    <Table.Td key={id} visibleFrom={hideBelow}>
                      <Skeleton h={16} my={4} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            : rows.map((row) => (
                <Table.Tr
                  key={getRowId(row)}
                  onClick={onOpen && (() => onOpen(row))}
                  style={onOpen && { cursor: 'pointer' }}
                >
                  {columns.map(({ id, cell, align = 'start', hideBelow }, index) => (
                    <Table.Td
                      key={id}
                      ta={align}
                      visibleFrom={hideBelow}
                      style={{ overflowWrap: index === 0 ? 'anywhere' : 'break-word' }}
                    >
                      {index === 0 ? (
                        // A long name leaves room for the other columns.
                        <Box maw={420}>
                          {onOpen ? <Opener onOpen={() => onOpen(row)}>{cell(row)}</Opener> : cell(row)}
                        </Box>
                      ) : (
                        cell(row)
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Opener({ onOpen, children }: { readonly onOpen: () => void; readonly children: ReactNode }): ReactNode {
  return (
    <UnstyledButton
      component="button"
      type="button"
      ta="start"
      fz="inherit"
      display="block"
      w="100%"
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {children}
    </UnstyledButton>
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
      mb={16}
      maw={360}
    />
  );
}
