import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config } from 'jest';
import { listUnrunnable } from './scripts/jest/unrunnable-files.mjs';

const ROOT = import.meta.dirname;

/** SWC writes the metadata of decorators, which Nest and TypeORM read. */
const compileWith = ({ tsx }: { tsx: boolean }): [string, Record<string, unknown>] => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
    module: { type: 'es6' },
  },
];

// .tools.spec.ts files hold set-up code that several tests of a library share, and no tests.
const WITHOUT_TESTS = ['/node_modules/', '/dist/', '\\.tools\\.spec\\.ts$'];

const shared: Config = {
  rootDir: ROOT,
  roots: ['apps', 'libs', 'bench', 'scripts'].map((folder) => join(ROOT, folder)),
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironment: join(ROOT, 'scripts/jest/process-environment.mjs'),
  runtime: join(ROOT, 'scripts/jest/shared-modules-runtime.mjs'),
  injectGlobals: false,
  // Promises settle while a test turns the clock by hand.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': compileWith({ tsx: false }), '\\.tsx$': compileWith({ tsx: true }) },
  moduleNameMapper: {
    '^@multilane/(gateway|standalone|workspace)$': join(ROOT, 'apps/$1/src/index.ts'),
    '^@multilane/testing/([a-z-]+)$': join(ROOT, 'libs/testing/src/$1.ts'),
    '^@multilane/providers/manifests$': join(ROOT, 'libs/providers/src/manifests.ts'),
    '^@multilane/([a-z-]+)$': join(ROOT, 'libs/$1/src/index.ts'),
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};

/** Files of unit tests share a process and its modules: they hold no state. */
const unit: Config = {
  ...shared,
  displayName: 'unit',
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: [...WITHOUT_TESTS, '\\.(integration|e2e|browser)\\.spec\\.ts$'],
};

/**
 * Suites that measure time and start processes: integration (sockets, databases, writes files) and e2e (the built services). One process
 * runs several files, but those that measure or change their process.
 */
const withProcesses = (name: string): Config => ({
  ...shared,
  displayName: name,
  testMatch: [`**/*.${name}.spec.ts`],
  testPathIgnorePatterns: [...WITHOUT_TESTS, ...listUnrunnable(ROOT, process.env)],
  runner: join(ROOT, 'scripts/jest/shared-process-runner.mjs'),
  setupFilesAfterEnv: [join(ROOT, 'scripts/jest/retry-once.mjs')],
});

/** A test's suffix chooses its project: docs/testing.md. */
const config: Config = {
  projects: [unit, withProcesses('integration'), withProcesses('e2e')],
  // One more than the processors: tests wait for services and timers (docs/testing.md).
  maxWorkers: availableParallelism() + 1,
  // A verdict must not depend on what else the machine does; a test that holds a bound of time measures it itself.
  testTimeout: 20_000,
};

export default config;
