import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chooseExhaustive, EXHAUSTIVE_FILES } from '../exhaustive-tests.mjs';

/**
 * Patterns of the paths of tests that do not run: those that need a program which this machine lacks, and the exhaustive ones of other
 * parts than the chosen one. The launcher expects a result of every other file.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string[]}
 */
export function listUnrunnable(root, environment) {
  // Tests in which replicas share a server need an installed PostgreSQL. CI requires these tests and installs it (.ci/run).
  const needsServer =
    existsSync('/usr/lib/postgresql') || environment.CI ? [] : ['/e2e/database/.*\\.e2e\\.spec\\.ts$'];
  // Tests that render the Helm chart need Helm, which `node scripts/install-chart-tools.mjs` builds with Go. CI requires them.
  const programs = [...(environment.PATH ?? '').split(delimiter), join(homedir(), 'go/bin')];
  const hasHelm = programs.some((folder) => existsSync(join(folder, 'helm')));
  const needsHelm = hasHelm || environment.CI ? [] : ['/scripts/helm-chart\\.integration\\.spec\\.ts$'];
  // All run where `npm test` chose no part.
  const chosen = new Set(chooseExhaustive(environment.TEST_EXHAUSTIVE));
  const ofOtherParts = EXHAUSTIVE_FILES.filter((file) => !chosen.has(file)).map(
    (file) => `^${join(root, file).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`,
  );
  return [...needsServer, ...needsHelm, ...ofOtherParts];
}
