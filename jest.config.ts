/** @jest-config-loader esbuild-register */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Config } from 'jest';

/** Tests in which replicas share a server need an installed PostgreSQL. CI requires these tests and installs it (.ci/run). */
const needsServer = existsSync('/usr/lib/postgresql') || process.env.CI ? [] : ['/e2e/database/.+\\.e2e\\.spec\\.ts$'];

/** Tests that render the Helm chart need Helm, which `node scripts/install-chart-tools.mjs` builds with Go. CI requires them. */
const programs = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go/bin')];
const hasHelm = programs.some((folder) => existsSync(join(folder, 'helm')));
const needsHelm = hasHelm || process.env.CI ? [] : ['/scripts/helm-chart\\.integration\\.spec\\.ts$'];

/** Set-up of the suites that measure time and start processes. */
const REPEATED = ['<rootDir>/scripts/repeat-failed-tests.ts'];

/**
 * A test's suffix chooses its project: unit (in memory, reads files of the repository at most), integration (sockets,
 * databases, writes files), e2e (the built services).
 */
const project = (
  displayName: string,
  testRegex: string,
  setUp: readonly string[] = [],
): NonNullable<Config['projects']>[number] => ({
  displayName,
  rootDir: '.',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/bench', '<rootDir>/scripts'],
  testRegex: [testRegex],
  // .tools.spec.ts files hold set-up code that several tests of a library share, and no tests.
  testPathIgnorePatterns: ['/node_modules/', '\\.tools\\.spec\\.ts$', ...needsServer, ...needsHelm],
  modulePathIgnorePatterns: ['/dist/'],
  setupFilesAfterEnv: [...setUp],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '<rootDir>/scripts/jest-transformer.cjs',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    '^@multilane/(gateway|standalone|workspace)$': '<rootDir>/apps/$1/src/index.ts',
    '^@multilane/testing/([a-z-]+)$': '<rootDir>/libs/testing/src/$1.ts',
    '^@multilane/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@multilane/providers/manifests$': '<rootDir>/libs/providers/src/manifests.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
});

const config: Config = {
  // Left to itself Jest spares a core, and on a machine of two runs everything in one process, which grows with every file.
  maxWorkers: '100%',
  // A verdict must not depend on what else the machine does; a test that holds a bound of time measures it itself.
  testTimeout: 20_000,
  workerIdleMemoryLimit: '1200MB',
  projects: [
    project('unit', '(?<!\\.(integration|e2e|browser))\\.spec\\.ts$'),
    project('integration', '\\.integration\\.spec\\.ts$', REPEATED),
    project('e2e', '\\.e2e\\.spec\\.ts$', REPEATED),
  ],
};

export default config;
