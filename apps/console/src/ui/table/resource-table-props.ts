import type { ReactNode } from 'react';
import type { TableSelection } from './bulk-bar.js';
import type { TableSort } from './sort-header.js';

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
