import { escapeHtml } from '@multilane/http';
import type { PageNeeds } from './console-pages.js';

/** Facts that the service knows and the console does not. */
export interface PageFacts {
  /** The path under which people reach the service, without a slash at its end. */
  readonly basePath: string;
  readonly nonce: string;
  /** Ways to sign in beside passwords that the sign-in page offers. */
  readonly signIn: readonly ('setup' | 'sso' | 'organizations')[];
  /** Files that the page needs: the browser asks for them with its first files, not after it has run those. */
  readonly needs: PageNeeds;
}

/** The console's page for one answer. The browser finds assets by absolute paths: pages lie at many depths. */
export function fillConsolePage(page: string, { basePath, needs, nonce, signIn }: PageFacts): string {
  return page
    .replace('</head>', () => `${linksTo(needs)}</head>`)
    .replaceAll('__BASE_PATH__', () => escapeHtml(basePath))
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__SIGN_IN__', signIn.join(' '))
    .replaceAll('"./assets/', () => `"${escapeHtml(basePath)}/ui/assets/`);
}

/** Links with the placeholders of the page: the smallest answer first, so that nothing waits for it behind a slow line. */
function linksTo({ needsSession, scripts }: PageNeeds): string {
  const links = [
    ...(needsSession ? ['<link rel="preload" as="fetch" crossorigin href="__BASE_PATH__/auth/session">'] : []),
    ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="./assets/${name}" nonce="__NONCE__">`),
  ];
  return links.map((link) => `  ${link}\n  `).join('');
}

/** Content policy of the console: nothing from elsewhere, no script and no style without the nonce of this answer. */
export function consolePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
