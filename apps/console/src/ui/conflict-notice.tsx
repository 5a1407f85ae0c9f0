import { lazy, type ReactNode, Suspense } from 'react';
import type { ConflictNoticeProps } from './conflict-notice-props.js';

/** Tables weigh, and few forms ever need it. */
const Loaded = lazy(() => import('./conflict-notice-loaded.js')) as <Values extends object>(
  props: ConflictNoticeProps<Values>,
) => ReactNode;

/** Somebody else changed what a form is about: what differs, and what can be done. Loaded when it happens. */
export function ConflictNotice<Values extends object>(props: ConflictNoticeProps<Values>): ReactNode {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
