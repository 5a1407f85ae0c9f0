import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { AgentFormProps } from './agent-form-loaded.js';

const Loaded = lazy(() => import('./agent-form-loaded.js'));

/** The form of an agent, loaded when it is first shown. */
export function AgentForm(props: AgentFormProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton h={480} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
