import { useCallback, useState } from 'react';

export interface TableSettings {
  /** Ids of columns that are not shown. */
  readonly hidden: readonly string[];
  readonly isCompact: boolean;
}

const DEFAULT: TableSettings = { hidden: [], isCompact: false };

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
    const text = tableId === undefined ? null : localStorage.getItem(keyOf(tableId));
    const stored = text === null ? {} : (JSON.parse(text) as { hidden?: unknown; isCompact?: unknown });
    return {
      hidden: Array.isArray(stored.hidden) ? stored.hidden.filter((id) => typeof id === 'string') : hidden,
      isCompact: stored.isCompact === true,
    };
  } catch {
    // A browser without storage, or settings that something else wrote: the table is as at first.
    return { ...DEFAULT, hidden };
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
