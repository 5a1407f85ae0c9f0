import { Box, Checkbox, Skeleton, Table, UnstyledButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceColumn, ResourceTableProps } from './resource-table-props.js';
import { ariaSortOf, SortHeader } from './sort-header.js';
import { useRowWindow } from './use-row-window.js';

interface TableRowsProps<Row> extends ResourceTableProps<Row> {
  readonly isCompact: boolean;
  readonly selected: ReadonlyMap<string, Row>;
  readonly onSelect: (selected: ReadonlyMap<string, Row>) => void;
}

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e'];

/** Head and rows of a list. Of a long one, the rows that are out of view are empty space. */
export function TableRows<Row>(props: TableRowsProps<Row>): ReactNode {
  const { columns, rows, isLoading, onOpen, isCompact, selection } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end, before, after } = useRowWindow(body, rows.length);
  const width = columns.length + (selection ? 1 : 0);
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table
        highlightOnHover={onOpen !== undefined}
        verticalSpacing={isCompact ? 2 : 8}
        fz={isCompact ? 'xs' : undefined}
        aria-busy={isLoading}
        aria-rowcount={rows.length > 150 ? rows.length + 1 : undefined}
      >
        <Head {...props} />
        <Table.Tbody ref={body}>
          {isLoading && rows.length === 0 && PLACEHOLDERS.map((key) => <Placeholder key={key} {...props} />)}
          {before > 0 && <Space height={before} width={width} />}
          {rows.slice(first, end).map((row) => (
            <ShownRow key={props.getRowId(row)} {...props} row={row} />
          ))}
          {after > 0 && <Space height={after} width={width} />}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Head<Row>({ columns, rows, sort, selection, selected, onSelect, getRowId }: TableRowsProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const selectable = rows.filter((row) => selection?.isSelectable?.(row) ?? true);
  const chosen = selectable.filter((row) => selected.has(getRowId(row)));
  return (
    <Table.Thead>
      <Table.Tr>
        {selection && (
          <Table.Th w={36}>
            <Checkbox
              size="xs"
              aria-label={t('table.selectAll')}
              disabled={selectable.length === 0}
              checked={chosen.length > 0 && chosen.length === selectable.length}
              indeterminate={chosen.length > 0 && chosen.length < selectable.length}
              onChange={() =>
                onSelect(
                  new Map(chosen.length === selectable.length ? [] : selectable.map((row) => [getRowId(row), row])),
                )
              }
            />
          </Table.Th>
        )}
        {columns.map(({ id, header, align = 'start', width, hideBelow, sort: column }) => (
          <Table.Th
            key={id}
            ta={align}
            w={width}
            visibleFrom={hideBelow}
            aria-sort={sort && ariaSortOf(column, sort.order)}
          >
            {header === '' ? (
              <span className="visually-hidden">{t('actions')}</span>
            ) : sort && column !== undefined ? (
              <SortHeader {...sort} column={column} header={header} align={align} />
            ) : (
              header
            )}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function Placeholder<Row>({ columns, selection }: TableRowsProps<Row>): ReactNode {
  return (
    <Table.Tr>
      {selection && <Table.Td />}
      {columns.map(({ id, hideBelow }) => (
        <Table.Td key={id} visibleFrom={hideBelow}>
          <Skeleton h={16} my={4} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function Space({ height, width }: { readonly height: number; readonly width: number }): ReactNode {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={width} />
    </tr>
  );
}

function ShownRow<Row>(props: TableRowsProps<Row> & { readonly row: Row }): ReactNode {
  const { columns, row, getRowId, onOpen, selection, selected, onSelect } = props;
  const { t } = useTranslation('common');
  const id = getRowId(row);
  const toggle = (): void => {
    const next = new Map(selected);
    if (!next.delete(id)) next.set(id, row);
    onSelect(next);
  };
  return (
    <Table.Tr data-row onClick={onOpen && (() => onOpen(row))} style={onOpen && { cursor: 'pointer' }}>
      {selection && (
        <Table.Td onClick={(event) => event.stopPropagation()}>
          {(selection.isSelectable?.(row) ?? true) && (
            <Checkbox
              size="xs"
              aria-label={t('table.select', { name: selection.nameOf(row) })}
              checked={selected.has(id)}
              onChange={toggle}
            />
          )}
        </Table.Td>
      )}
      {columns.map((column, index) => (
        <Cell key={column.id} column={column} row={row} isFirst={index === 0} onOpen={onOpen} />
      ))}
    </Table.Tr>
  );
}

interface CellProps<Row> {
  readonly column: ResourceColumn<Row>;
  readonly row: Row;
  readonly isFirst: boolean;
  readonly onOpen: ResourceTableProps<Row>['onOpen'];
}

function Cell<Row>({ column, row, isFirst, onOpen }: CellProps<Row>): ReactNode {
  const { cell, align = 'start', hideBelow } = column;
  return (
    <Table.Td ta={align} visibleFrom={hideBelow} style={{ overflowWrap: isFirst ? 'anywhere' : 'break-word' }}>
      {isFirst ? (
        // A long name leaves room for the other columns.
        <Box maw={420}>{onOpen ? <Opener onOpen={() => onOpen(row)}>{cell(row)}</Opener> : cell(row)}</Box>
      ) : (
        cell(row)
      )}
    </Table.Td>
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
