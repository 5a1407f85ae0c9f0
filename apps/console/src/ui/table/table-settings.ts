export interface TableSettings {
  /** Ids of columns that are not shown. */
  readonly hidden: readonly string[];
  readonly isCompact: boolean;
}

/**
 * Reads the settings that a browser has stored for a table; where it has none, or something else wrote them, the table is as at first.
 *
 * @param hiddenAtFirst ids of columns that nobody has chosen yet
 */
export function parseTableSettings(text: string | null, hiddenAtFirst: readonly string[]): TableSettings {
  const { hidden, isCompact } = (text === null ? {} : parseObject(text)) as { hidden?: unknown; isCompact?: unknown };
  return {
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : hiddenAtFirst,
    isCompact: isCompact === true,
  };
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
