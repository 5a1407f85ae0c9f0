import { posix } from 'node:path';
import footnotes from 'markdown-it-footnote';
import { defineConfig } from 'vitepress';
import { breakLinesInTables } from './break-lines-in-tables.mts';
import { SIDEBAR } from './sidebar.mts';

/** Anchors as GitHub makes them: pages link to headings by these. */
const toAnchor = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** The site of docs/: `pnpm docs:build`. A link that leads nowhere fails the build. Nothing is loaded from elsewhere. */
export default defineConfig({
  title: 'Multilane',
  description: 'An open AI gateway: one HTTP service in front of every model provider.',
  cleanUrls: true,
  lastUpdated: false,
  // Addresses of the reader's own machine.
  ignoreDeadLinks: [/^http:\/\/localhost/],
  rewrites: {
    'contract/README.md': 'contract/index.md',
    'decisions/README.md': 'decisions/index.md',
    'recipes/README.md': 'recipes/index.md',
  },
  markdown: {
    anchor: { slugify: toAnchor },
    config: (markdown) => {
      markdown.use(footnotes);
      // All references to a note look alike, and may stand on a line of their own.
      const { rules } = markdown.renderer;
      const drawReference = rules.footnote_ref;
      rules.footnote_caption = (tokens, index) => `[${Number(tokens[index]?.meta.id) + 1}]`;
      rules.footnote_ref = (...args) => `<wbr>${drawReference?.(...args) ?? ''}`;
      markdown.core.ruler.push('break-lines-in-tables', ({ tokens }) => breakLinesInTables(tokens));
      // Pages also link to files of the repository, which are not part of the site: their names stay as text.
      markdown.core.ruler.push('links-out-of-the-site', ({ env, tokens }) => {
        const page = (env as { relativePath?: string }).relativePath ?? '';
        for (const { children } of tokens) hideLinks(page, children ?? []);
      });
      // Pictures are drawn by theme/mermaid-picture.ts.
      const drawCode = markdown.renderer.rules.fence;
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const { content = '', info = '' } = tokens[index] ?? {};
        if (info.trim() === 'mermaid') return `<MermaidPicture source="${encodeURIComponent(content)}" />`;
        return drawCode?.(tokens, index, ...rest) ?? '';
      };
      // Vue would take the templates that code shows for its own.
      markdown.core.ruler.push('code-as-it-is', ({ tokens }) => {
        for (const { children } of tokens) {
          for (const child of children ?? []) if (child.type === 'code_inline') child.attrSet('v-pre', '');
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Deploy', link: '/deploying' },
      { text: 'Reference', link: '/configuration' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: SIDEBAR,
  },
});

/** Whether a link of a page leads to a file that is no page, or to a folder of them. */
function leadsOut(page: string, href: string): boolean {
  if (/^([a-z]+:|#|\/)/.test(href)) return false;
  const path = posix.normalize(posix.join(posix.dirname(page), href.replace(/#.*/, '')));
  return path.startsWith('..') || path.endsWith('/') || !/\.(md|png|svg)$/.test(path);
}

interface Token {
  type: string;
  content: string;
  attrGet(name: string): string | null;
}

/** Leaves of links that lead out of the site their text. */
function hideLinks(page: string, tokens: readonly Token[]): void {
  let isOutside = false;
  for (const token of tokens) {
    if (token.type === 'link_open') isOutside = leadsOut(page, String(token.attrGet('href') ?? ''));
    if (!isOutside || !token.type.startsWith('link_')) continue;
    if (token.type === 'link_close') isOutside = false;
    token.type = 'text';
    token.content = '';
  }
}
