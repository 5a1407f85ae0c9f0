import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import swc from 'unplugin-swc';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { choosePart, EXHAUSTIVE_FILES } from './scripts/exhaustive-tests.mjs';

const ROOT = import.meta.dirname;

/** Tests in which replicas share a server need an installed PostgreSQL. CI requires these tests and installs it (.ci/run). */
const needsServer = existsSync('/usr/lib/postgresql') || process.env.CI ? [] : ['**/e2e/database/**/*.e2e.spec.ts'];

/** Tests that render the Helm chart need Helm, which `node scripts/install-chart-tools.mjs` builds with Go. CI requires them. */
const programs = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go/bin')];
const hasHelm = programs.some((folder) => existsSync(join(folder, 'helm')));
const needsHelm = hasHelm || process.env.CI ? [] : ['scripts/helm-chart.integration.spec.ts'];

/** The exhaustive tests of other parts than the one that `npm test` chose; none otherwise. */
const chosen = new Set(choosePart(EXHAUSTIVE_FILES, process.env.TEST_EXHAUSTIVE));
const ofOtherParts = EXHAUSTIVE_FILES.filter((file) => !chosen.has(file));

/**
 * Settings of the suites that measure time and start processes. Each file has a process of its own. A test that fails runs
 * once more: what else the machine does can fail it. Each that passed only the second time is named at the end of the run;
 * many of them fail it (judge-tests.mjs).
 */
const WITH_PROCESSES = { isolate: true, retry: { count: 1, delay: 500 } };

type Project = Extract<TestProjectConfiguration, { test?: object }>;

/**
 * A test's suffix chooses its project: integration (sockets, databases, writes files) or e2e (the built services). Those without one
 * are unit tests, which Jest runs (jest.config.ts).
 */
function project(name: string): Project {
  return {
    extends: true,
    test: {
      name,
      include: [`{apps,libs,bench,scripts}/**/*.${name}.spec.ts`],
      // .tools.spec.ts files hold set-up code that several tests of a library share, and no tests.
      exclude: [
        '**/node_modules/**',
        '**/dist/**',
        '**/*.tools.spec.ts',
        ...needsServer,
        ...needsHelm,
        ...ofOtherParts,
      ],
      ...WITH_PROCESSES,
    },
  };
}

export default defineConfig({
  // Vite's own compiler writes no metadata of decorators, which Nest and TypeORM read.
  plugins: [
    swc.vite({
      tsconfigFile: false,
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
      module: { type: 'es6' },
    }),
  ],
  resolve: {
    alias: [
      { find: /^@multilane\/(gateway|standalone|workspace)$/, replacement: join(ROOT, 'apps/$1/src/index.ts') },
      { find: /^@multilane\/testing\/([a-z-]+)$/, replacement: join(ROOT, 'libs/testing/src/$1.ts') },
      { find: /^@multilane\/providers\/manifests$/, replacement: join(ROOT, 'libs/providers/src/manifests.ts') },
      { find: /^@multilane\/([a-z-]+)$/, replacement: join(ROOT, 'libs/$1/src/index.ts') },
    ],
  },
  test: {
    // Compiled files are kept for the next run.
    fsModuleCache: true,
    maxWorkers: '100%',
    // A verdict must not depend on what else the machine does; a test that holds a bound of time measures it itself.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    teardownTimeout: 20_000,
    // Many tests start services: a list of those that are slow would hide the rest.
    slowTestThreshold: 10_000,
    projects: [project('integration'), project('e2e')],
    sequence: { hooks: 'list' },
  },
});
