import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `pnpm --filter @multilane/console dev` finds a running service. */
const SERVICE = 'http://localhost:8080';

/**
 * Browsers that know light-dark(). For older ones it would be rewritten to variables that only a style sheet with `color-scheme` sets, so
 * that the colours of all others would be missing.
 */
const STYLE_TARGETS = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/** The service writes the base path, the nonce and what sign-in offers into index.html (apps/workspace/src/ui). */
export default defineConfig({
  base: './',
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    cssTarget: STYLE_TARGETS,
    assetsInlineLimit: 0,
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/auth', '/admin', '/org', '/w/', '/scim', '/docs', '/openapi.json'].map((path) => [path, SERVICE]),
    ),
  },
});
