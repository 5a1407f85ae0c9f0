import type { ReactNode } from 'react';

/** Three parallel lanes: the mark of the product, and the picture of empty pages. */
export function LanesMark({ size, muted = false }: { readonly size: number; readonly muted?: boolean }): ReactNode {
  const colour = muted ? 'var(--mantine-color-dimmed)' : 'var(--mantine-primary-color-filled)';
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <path d="M3 6h18M3 12h18M3 18h18" stroke={colour} strokeOpacity={0.3} strokeWidth={2.5} strokeLinecap="round" />
      <path d="M3 6h6M11 12h6M6 18h6" stroke={colour} strokeWidth={2.5} strokeLinecap="round" />
    </svg>
  );
}
