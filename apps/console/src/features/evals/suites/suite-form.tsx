import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { SuiteFormProps } from './suite-form-loaded.js';

const Loaded = lazy(() => import('./suite-form-loaded.js'));

/** The form of a suite, loaded when it is first shown. */
export function SuiteForm(props: SuiteFormProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton h={480} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
