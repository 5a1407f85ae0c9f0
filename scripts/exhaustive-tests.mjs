import { PARTS, readPart } from './in-turn.mjs';

/** @typedef {readonly [file: string, seconds: number]} ExhaustiveTest */

/**
 * The exhaustive tests: those that try every position, size or hostile input, kill processes at every boundary, or follow the pages of the
 * documentation word for word. A change fails one of them rarely, and they take half the time of all tests, so `npm test` runs one part
 * of them, chosen by the number of the commit. The head of each names the file that tries a sample of the same each time. The parts are
 * about equal by the seconds that the files take.
 *
 * @type {readonly ExhaustiveTest[]}
 */
export const EXHAUSTIVE_TESTS = [
  // Hostile bodies, requests and documents.
  ['apps/standalone/e2e/hostile-bodies-control-plane.e2e.spec.ts', 138],
  ['apps/standalone/e2e/hostile-bodies-data-plane.e2e.spec.ts', 138],
  ['apps/standalone/e2e/hostile-bodies-guarded.e2e.spec.ts', 138],
  ['apps/standalone/e2e/hostile-bodies-compressed.e2e.spec.ts', 138],
  ['apps/standalone/e2e/hostile-bodies-kinds.e2e.spec.ts', 138],
  ['apps/gateway/e2e/mcp/hostile-servers.e2e.spec.ts', 100],
  ['apps/gateway/e2e/http/malformed-surfaces.e2e.spec.ts', 30],
  ['apps/gateway/e2e/http/malformed-input.e2e.spec.ts', 30],
  ['apps/gateway/e2e/http/planted-fields.e2e.spec.ts', 20],
  ['apps/gateway/e2e/database/knowledge/hostile-documents.e2e.spec.ts', 40],
  ['apps/gateway/e2e/database/provider-checks/hostile-providers.integration.spec.ts', 25],
  ['apps/gateway/e2e/realtime/hostile-frames.e2e.spec.ts', 22],
  ['apps/gateway/e2e/realtime/realtime-floods.e2e.spec.ts', 20],
  ['libs/knowledge/src/parse/hostile-documents.integration.spec.ts', 20],
  ['libs/providers/src/contract/hostile-requests.integration.spec.ts', 15],
  ['apps/gateway/src/endpoints/hostile-requests.integration.spec.ts', 15],
  ['apps/workspace/e2e/http/hostile-strangers.integration.spec.ts', 13],
  // Kills, outages and restarts.
  ['apps/gateway/e2e/database/audit-records.e2e.spec.ts', 83],
  ['apps/gateway/e2e/database/workflows/workflow-recovery.e2e.spec.ts', 56],
  ['apps/gateway/e2e/database/async/async-recovery.e2e.spec.ts', 125],
  ['apps/gateway/e2e/database/batches/batch-recovery.e2e.spec.ts', 60],
  ['apps/gateway/e2e/database/knowledge/ingest-recovery.e2e.spec.ts', 97],
  ['apps/gateway/e2e/database/agents/agents-recovery.e2e.spec.ts', 60],
  ['libs/jobs/src/fenced-worker.e2e.spec.ts', 49],
  ['apps/gateway/e2e/database/outage.e2e.spec.ts', 60],
  ['apps/gateway/e2e/database/silent-database.integration.spec.ts', 103],
  ['apps/workspace/e2e/ingress/ingress-streams.e2e.spec.ts', 60],
  ['apps/workspace/e2e/ingress/ingress-sockets.e2e.spec.ts', 58],
  ['apps/workspace/e2e/ingress/ingress-restarts.integration.spec.ts', 31],
  // Pages of the documentation, word for word.
  ['scripts/recipes.integration.spec.ts', 124],
  ['scripts/operator-path.e2e.spec.ts', 186],
  ['apps/standalone/e2e/docs-samples.e2e.spec.ts', 60],
  ['apps/gateway/e2e/endpoints/endpoint-recipe.e2e.spec.ts', 60],
  ['apps/workspace/e2e/operating/operator-cli-words.e2e.spec.ts', 26],
  // Every byte, case, lane or database.
  ['apps/standalone/e2e/console-on-databases.e2e.spec.ts', 90],
  ['apps/gateway/e2e/agents/broken-streams.e2e.spec.ts', 62],
  ['apps/gateway/e2e/agents/strict-lanes.e2e.spec.ts', 18],
  ['apps/gateway/e2e/agents/provider-failures.e2e.spec.ts', 15],
  ['apps/gateway/e2e/chat/odd-answers.e2e.spec.ts', 13],
  ['apps/gateway/e2e/clients/sdk-python-text.e2e.spec.ts', 20],
  ['libs/providers/src/contract/provider-splits.integration.spec.ts', 46],
  ['libs/providers/src/anthropic/stream/messages-splits.integration.spec.ts', 15],
  ['apps/gateway/src/endpoints/messages/messages-streams.integration.spec.ts', 15],
  ['apps/gateway/src/endpoints/mutated-answers.integration.spec.ts', 20],
  ['libs/knowledge/src/parse/shared-documents.integration.spec.ts', 27],
  ['apps/workspace/e2e/database/litellm-import.e2e.spec.ts', 20],
  ['apps/workspace/e2e/database/litellm-access-cases.e2e.spec.ts', 17],
  ['apps/cli/e2e/portkey-access-cases.integration.spec.ts', 25],
  ['libs/persistence/src/repositories/usage/usage-sums.integration.spec.ts', 31],
  ['libs/persistence/src/secrets/encryption-canary.integration.spec.ts', 16],
  // Much at once, and much memory.
  ['apps/standalone/e2e/tenant-code.e2e.spec.ts', 60],
  ['apps/standalone/e2e/knowledge.e2e.spec.ts', 46],
  ['apps/gateway/e2e/limits/every-crashed-client.e2e.spec.ts', 138],
  ['apps/gateway/e2e/limits/shared-counters.e2e.spec.ts', 38],
  ['apps/gateway/e2e/database/async/webhook-flood.integration.spec.ts', 20],
  ['apps/gateway/e2e/media/media-memory.e2e.spec.ts', 20],
  ['apps/gateway/e2e/media/live-uploads.e2e.spec.ts', 13],
  ['apps/gateway/src/guarding/long-texts.integration.spec.ts', 15],
  ['apps/gateway/e2e/database/large-snapshot.integration.spec.ts', 20],
  ['apps/workspace/e2e/scim/scim-large-groups.integration.spec.ts', 14],
  ['libs/policy/src/stores/redis-cluster.integration.spec.ts', 20],
  ['bench/src/seed/seed-company.e2e.spec.ts', 60],
  ['bench/src/run-scenarios.integration.spec.ts', 20],
  ['bench/src/peers/measure-entries.integration.spec.ts', 21],
  ['scripts/launch/shared-databases.integration.spec.ts', 20],
  ['apps/cli/e2e/packed.integration.spec.ts', 11],
  ['bench/src/soak/live-memory.integration.spec.ts', 20],
];

/** @type {readonly string[]} */
export const EXHAUSTIVE_FILES = EXHAUSTIVE_TESTS.map(([file]) => file);

/**
 * The exhaustive files of one part: the longest file that is left goes to the part that has the least so far.
 *
 * @param {string | undefined} part as `TEST_EXHAUSTIVE` has it; undefined or `all`: every file
 * @param {readonly ExhaustiveTest[]} [tests]
 * @returns {string[]}
 */
export function chooseExhaustive(part, tests = EXHAUSTIVE_TESTS) {
  const number = readPart(part);
  if (number === undefined) return tests.map(([file]) => file);
  const parts = Array.from({ length: PARTS }, () => ({ seconds: 0, files: /** @type {string[]} */ ([]) }));
  for (const [file, seconds] of tests.toSorted(([, one], [, other]) => other - one)) {
    const lightest = parts.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    lightest.seconds += seconds;
    lightest.files.push(file);
  }
  return parts[number]?.files ?? [];
}
