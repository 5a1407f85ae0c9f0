import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor-props.js';

const Loaded = lazy(() => import('./code-editor-loaded.js'));

/** An editor for JSON and YAML, loaded when it is first shown. */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton h={240} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
