import { useCallback, useState } from 'react';
import { parseTableSettings, type TableSettings } from './table-settings.js';

/** The chosen columns and density of a table, which this browser remembers. */
export function useTableSettings(
  tableId: string | undefined,
  hiddenAtFirst: readonly string[],
): readonly [TableSettings, (changes: Partial<TableSettings>) => void] {
  const [settings, setSettings] = useState(() => readSettings(tableId, hiddenAtFirst));
  const change = useCallback(
    (changes: Partial<TableSettings>) =>
      setSettings((before) => {
        const after = { ...before, ...changes };
        if (tableId !== undefined) writeSettings(tableId, after);
        return after;
      }),
    [tableId],
  );
  return [settings, change];
}

function readSettings(tableId: string | undefined, hidden: readonly string[]): TableSettings {
  try {
    return parseTableSettings(tableId === undefined ? null : localStorage.getItem(keyOf(tableId)), hidden);
  } catch {
    // A browser without storage: the table is as at first.
    return parseTableSettings(null, hidden);
  }
}

function writeSettings(tableId: string, settings: TableSettings): void {
  try {
    localStorage.setItem(keyOf(tableId), JSON.stringify(settings));
  } catch {
    // A browser without storage: the choice lasts as long as the page.
  }
}

const keyOf = (tableId: string): string => `multilane:table:${tableId}`;
