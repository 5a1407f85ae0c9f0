import { TimeText } from '../time-text.js';
import type { ResourceColumn } from './resource-table-props.js';

interface Authored {
  readonly created_by: string;
  readonly created_at: string;
}

/** Columns that say by whom and when a row was created. */
export function authoredColumns(by: string, created: string): ResourceColumn<Authored>[] {
  return [
    { id: 'by', header: by, hideBelow: 'sm', cell: ({ created_by }) => <span dir="auto">{created_by}</span> },
    { id: 'created', header: created, hideBelow: 'sm', cell: ({ created_at }) => <TimeText at={created_at} /> },
  ];
}
