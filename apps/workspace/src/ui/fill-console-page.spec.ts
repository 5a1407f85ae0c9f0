import { describe, expect, it } from '@jest/globals';
import { basePathOf } from '../http/base-path.js';
import { NO_NEEDS } from './console-pages.js';
import { consolePolicy, fillConsolePage } from './fill-console-page.js';

const PAGE = `<meta name="base-path" content="__BASE_PATH__" /><meta name="sign-in" content="__SIGN_IN__" />
<script nonce="__NONCE__" src="./assets/index-abcdefgh.js"></script>`;

describe('the page of the console', () => {
  it('names its assets from the root of the host, below the base path', () => {
    const page = fillConsolePage(PAGE, { basePath: '/a/b', nonce: 'n1', signIn: ['setup', 'sso'], needs: NO_NEEDS });
    expect(page).toBe(`<meta name="base-path" content="/a/b" /><meta name="sign-in" content="setup sso" />
<script nonce="n1" src="/a/b/ui/assets/index-abcdefgh.js"></script>`);
  });

  it('takes a base path with $ as it is written', () => {
    expect(fillConsolePage(PAGE, { basePath: '/a$&b', nonce: 'n1', signIn: [], needs: NO_NEEDS })).toContain(
      'src="/a$&#38;b/ui/assets/',
    );
  });

  it('escapes a base path, which the configuration says', () => {
    const page = fillConsolePage(PAGE, { basePath: '/a"><script>', nonce: 'n1', signIn: [], needs: NO_NEEDS });
    expect(page).not.toContain('"><script>');
  });

  it('names the files that the page begins with, and asks for the session before them', () => {
    const needs = { scripts: ['shell-abcdefgh.js'], needsSession: true };
    const page = fillConsolePage('<head></head>', { basePath: '/a', nonce: 'n1', signIn: [], needs });
    expect(page.match(/<link [^>]+>/g)).toEqual([
      '<link rel="preload" as="fetch" crossorigin href="/a/auth/session">',
      '<link rel="modulepreload" crossorigin href="/a/ui/assets/shell-abcdefgh.js" nonce="n1">',
    ]);
  });

  it('lets nothing run or style without the nonce of the answer', () => {
    expect(consolePolicy('n1')).toContain("script-src 'nonce-n1' 'self'; style-src 'self' 'nonce-n1'");
    expect(consolePolicy('n1')).not.toContain('unsafe');
  });

  it.each([
    [undefined, ''],
    ['https://ai.example.com', ''],
    ['https://ai.example.com/', ''],
    ['https://ai.example.com/a/b/', '/a/b'],
  ])('has at %s the base path "%s"', (address, path) => {
    expect(basePathOf(address)).toBe(path);
  });
});
