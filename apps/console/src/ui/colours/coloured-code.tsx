import { lazy, type ReactNode, Suspense } from 'react';
import { isColourable } from './is-colourable.js';

interface ColouredCodeProps {
  readonly text: string;
  /** Name of the language as Markdown has it, such as `json` or `ts`. Unknown ones stay in one colour. */
  readonly language: string;
}

/** The library that finds the parts, loaded when the first code is shown. Code stays in one colour where it cannot be loaded. */
const Coloured = lazy(() =>
  import('./coloured-code-loaded.js').catch(() => ({ default: ({ text }: ColouredCodeProps): ReactNode => text })),
);

/** Code with the colours of its syntax. It is shown at once, and coloured when the library is there. */
export function ColouredCode({ language, text }: ColouredCodeProps): ReactNode {
  if (!isColourable(text, language)) return text;
  return (
    <Suspense fallback={text}>
      <Coloured language={language} text={text} />
    </Suspense>
  );
}
