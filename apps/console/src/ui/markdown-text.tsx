import { Skeleton, Typography } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';

const Rendered = lazy(() => import('./markdown-rendered.js'));

/**
 * Markdown of a model or a document: no HTML of its own, and no images, which could send data elsewhere. Both are shown as
 * the text that was written.
 */
export function MarkdownText({ text }: { readonly text: string }): ReactNode {
  return (
    <Suspense fallback={<Skeleton h={64} />}>
      <Typography p={0} fz="sm" dir="auto">
        <Rendered text={text} />
      </Typography>
    </Suspense>
  );
}
