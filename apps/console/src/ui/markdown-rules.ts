import type { Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { showUnrendered } from './show-unrendered.js';

/** Rules for rendering Markdown that somebody else wrote. */
export const MARKDOWN_RULES = {
  remarkPlugins: [remarkGfm, showUnrendered],
  rehypePlugins: [rehypeSanitize],
  disallowedElements: ['img'],
} satisfies Options;
