import type { ReactNode } from 'react';
import Markdown from 'react-markdown';
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
      }}
    >
      {text}
    </Markdown>
  );
}
