/**
 * The exhaustive tests: those that try every position, size or hostile input, kill processes at every boundary, or follow the pages of the
 * documentation word for word. A change fails one of them rarely, and they take half the time of all tests, so `npm test` runs one part
 * of them, chosen by the number of the commit. The most expensive come first, so that the parts are about equal.
 */
export const EXHAUSTIVE_FILES = [
  'apps/standalone/e2e/hostile-bodies-control-plane.e2e.spec.ts',
  'apps/standalone/e2e/hostile-bodies-data-plane.e2e.spec.ts',
  'apps/standalone/e2e/hostile-bodies-guarded.e2e.spec.ts',
  'apps/standalone/e2e/hostile-bodies-compressed.e2e.spec.ts',
  'apps/standalone/e2e/hostile-bodies-kinds.e2e.spec.ts',
  'scripts/recipes.integration.spec.ts',
  'scripts/operator-path.e2e.spec.ts',
  'apps/workspace/e2e/ingress/ingress-streams.e2e.spec.ts',
  'apps/gateway/e2e/mcp/hostile-servers.e2e.spec.ts',
  'apps/gateway/e2e/database/audit-records.e2e.spec.ts',
  'apps/standalone/e2e/tenant-code.e2e.spec.ts',
  'apps/gateway/e2e/database/workflows/workflow-recovery.e2e.spec.ts',
  'apps/gateway/e2e/database/async/async-recovery.e2e.spec.ts',
  'apps/gateway/e2e/database/batches/batch-recovery.e2e.spec.ts',
  'apps/standalone/e2e/docs-samples.e2e.spec.ts',
  'apps/standalone/e2e/console-on-databases.e2e.spec.ts',
  'apps/gateway/e2e/agents/broken-streams.e2e.spec.ts',
  'libs/jobs/src/fenced-worker.e2e.spec.ts',
  'apps/gateway/e2e/database/outage.e2e.spec.ts',
  'apps/gateway/e2e/endpoints/endpoint-recipe.e2e.spec.ts',
  'apps/gateway/e2e/http/malformed-surfaces.e2e.spec.ts',
  'apps/gateway/e2e/http/malformed-input.e2e.spec.ts',
  'apps/gateway/e2e/http/planted-fields.e2e.spec.ts',
  'apps/gateway/e2e/database/knowledge/ingest-recovery.e2e.spec.ts',
  'apps/gateway/e2e/database/agents/agents-recovery.e2e.spec.ts',
  'apps/gateway/e2e/database/knowledge/hostile-documents.e2e.spec.ts',
  'apps/gateway/e2e/database/provider-checks/hostile-providers.integration.spec.ts',
  'apps/gateway/e2e/realtime/hostile-frames.e2e.spec.ts',
  'libs/providers/src/provider-splits.integration.spec.ts',
  'libs/providers/src/anthropic/messages-splits.integration.spec.ts',
  'apps/gateway/src/endpoints/messages/messages-streams.integration.spec.ts',
  'apps/gateway/src/endpoints/mutated-answers.integration.spec.ts',
  'libs/knowledge/src/parse/hostile-documents.integration.spec.ts',
  'libs/providers/src/hostile-requests.integration.spec.ts',
  'apps/gateway/src/endpoints/hostile-requests.integration.spec.ts',
  'apps/workspace/e2e/http/hostile-strangers.integration.spec.ts',
  'apps/gateway/e2e/realtime/realtime-floods.e2e.spec.ts',
  'apps/gateway/e2e/database/async/webhook-flood.integration.spec.ts',
  'apps/gateway/e2e/media/media-memory.e2e.spec.ts',
  'apps/gateway/src/guarding/long-texts.integration.spec.ts',
  'apps/gateway/e2e/database/large-snapshot.integration.spec.ts',
  'apps/workspace/e2e/scim/scim-large-groups.integration.spec.ts',
  'apps/workspace/e2e/database/litellm-import.e2e.spec.ts',
  'libs/policy/src/stores/redis-cluster.integration.spec.ts',
  'bench/src/run-scenarios.integration.spec.ts',
  'bench/src/soak/live-memory.integration.spec.ts',
];

/** The number of parts. */
export const PARTS = 6;

/**
 * The items of one part, of those that `TEST_EXHAUSTIVE` names: a number from 0 to 5, or all.
 *
 * @template T
 * @param {readonly T[]} items
 * @param {string | undefined} part undefined or `all`: every item
 * @returns {T[]}
 */
export function choosePart(items, part) {
  if (part === undefined || part === '' || part === 'all') return [...items];
  const number = Number(part);
  if (!Number.isInteger(number) || number < 0 || number >= PARTS) {
    throw new Error(`TEST_EXHAUSTIVE must be all, or a number from 0 to ${PARTS - 1}: it is ${part}`);
  }
  return items.filter((_, index) => index % PARTS === number);
}
