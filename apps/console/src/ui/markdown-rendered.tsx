import type { ReactNode } from 'react';
import Markdown from 'react-markdown';
import { ColouredCode } from './colours/coloured-code.js';
import { MARKDOWN_RULES } from './markdown-rules.js';

export default function MarkdownRendered({ text }: { readonly text: string }): ReactNode {
  return (
    <Markdown
      {...MARKDOWN_RULES}
      components={{
        a: ({ href, children }) => (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow">
            {children}
          </a>
        ),
        code: ({ className, children }) => {
          const [, language] = /language-([\w+#-]+)/.exec(className ?? '') ?? [];
          const isColoured = language !== undefined && typeof children === 'string';
          return <code>{isColoured ? <ColouredCode language={language} text={children} /> : children}</code>;
        },
      }}
    >
      {text}
    </Markdown>
  );
}
