import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { finishBuild } from './finish-build.js';

/** Address of the running service for `pnpm --filter @multilane/console dev`. */
const SERVICE = 'http://localhost:8080';

/**
 * Browsers that know light-dark(). For older ones it would be rewritten to variables that only a style sheet with `color-scheme` sets, so
 * that the colours of all others would be missing.
 */
const STYLE_TARGETS = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/**
 * A page would be of some 150 files, one for each set of pages that share a module. The modules of the first page of all are one file, and
 * the shared ones of several pages are put together up to this many bytes, so that a page is of some 25.
 */
const LEAST_SHARED_BYTES = 12_000;
/** Parts that as many pages share are one file, which comes with the frame around every page. */
const FRAME_SHARING = 16;
/** Modules of the shell around every page, and of the first page in it: each would be of a dozen files. */
const SHELL =
  /src\/app\/(shell|shell-menus|navigation|navigation-list|use-command-palette)\.tsx?$|src\/ui\/(page|guide-anchor)\.tsx$|\/(Menu|AppShell|NavLink|Collapse)\//;
const HOME = /src\/features\/home\/|\/ui\/(figure-tiles|unpriced-notice|money-text)\.|\/SimpleGrid\//;
/** Small modules, such as icons: those that as many pages share are one file. The guides would load all of it for their Markdown. */
const SMALL = /@tabler\/icons|src\/(ui|api)\/(?!markdown-text)|@mantine\/hooks/;
const SMALL_SHARING = 6;
/** Fewest pages that share a part: parts that fewer pages share stay apart, as other pages would load code that they do not need. */
const LEAST_SHARING = 4;

/** The service writes the base path, the nonce and what sign-in offers into index.html (apps/workspace/src/ui). */
export default defineConfig({
  base: './',
  plugins: [react(), finishBuild(fileURLToPath(new URL('.', import.meta.url)))],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    cssTarget: STYLE_TARGETS,
    assetsInlineLimit: 0,
    // The styles of all pages are a tenth of those of the components, and would be some files of each page.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Files that need each other begin in the order of their modules.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            // The entry stays a file of its own: the page names it, and the manifest.
            {
              name: 'start',
              tags: ['$initial'],
              test: (id) => !/(index\.html|\/src\/main\.tsx)$/.test(id),
              priority: 4,
            },
            { name: 'start', test: /rolldown\/runtime/, priority: 5 },
            { name: 'shell', test: SHELL, priority: 3 },
            { name: 'home-page', test: HOME, priority: 3 },
            { name: 'frame', minShareCount: FRAME_SHARING, priority: 2 },
            { name: 'small', test: SMALL, minShareCount: SMALL_SHARING, priority: 2 },
            {
              name: 'shared',
              minShareCount: LEAST_SHARING,
              entriesAware: true,
              entriesAwareMergeThreshold: LEAST_SHARED_BYTES,
              priority: 1,
            },
          ],
        },
        // Shared files would be named after all pages that have them.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`,
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/auth', '/admin', '/org', '/w/', '/scim', '/docs', '/openapi.json'].map((path) => [path, SERVICE]),
    ),
  },
});
