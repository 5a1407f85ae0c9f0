import { type RefObject, useEffect, useState } from 'react';

/** Lists up to this length have all of their rows in the document. */
const SHORT = 150;

/** Rows above and below what is visible. */
const MARGIN = 30;

export interface RowWindow {
  readonly first: number;
  /** Behind the last row. */
  readonly end: number;
  /** Heights of the rows above and below, in pixels. */
  readonly before: number;
  readonly after: number;
}

/**
 * Chooses the rows of a long list that are in the document: those that can be seen, and some around them. The other rows are empty space
 * as high as they are on average.
 */
export function useRowWindow(body: RefObject<HTMLTableSectionElement | null>, count: number): RowWindow {
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(48);
  const shown = SHORT;
  const isLong = count > SHORT;
  useEffect(() => {
    if (!isLong) return;
    const measure = (): void => {
      const rows = body.current?.querySelectorAll('tr[data-row]');
      const top = body.current?.getBoundingClientRect().top ?? 0;
      if (rows === undefined || rows.length === 0) return;
      const all = (rows[rows.length - 1] as Element).getBoundingClientRect().bottom;
      const each = (all - (rows[0] as Element).getBoundingClientRect().top) / rows.length;
      if (Math.abs(each - height) > 1) setHeight(each);
      const visible = Math.floor(-top / Math.max(each, 1));
      // In steps, so that not each pixel draws the table anew.
      setFirst(Math.max(0, Math.floor((visible - MARGIN) / MARGIN) * MARGIN));
    };
    measure();
    // The page scrolls in its main element or in the window.
    document.addEventListener('scroll', measure, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', measure, { capture: true });
  }, [body, isLong, height]);
  if (!isLong) return { first: 0, end: count, before: 0, after: 0 };
  const start = Math.min(first, Math.max(0, count - shown));
  const end = Math.min(count, start + shown);
  return { first: start, end, before: start * height, after: (count - end) * height };
}
