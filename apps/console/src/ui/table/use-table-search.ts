import { useUrlState } from '../use-url-state.js';
import type { TableSearch } from './resource-table-props.js';

/** Search of a list, whose text is `q` in the address. */
export function useTableSearch(label: string): TableSearch {
  const [{ q }, setSearch] = useUrlState();
  return { label, value: q ?? '', onChange: (text) => setSearch({ q: text || undefined }, { replace: true }) };
}
