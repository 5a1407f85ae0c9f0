/**
 * The rooms of packages from top to bottom: each imports only rooms below it (docs/architecture.md, "Rooms"). Read by the dependency rules and
 * by `count-upward-arrows.mjs`.
 *
 * `mostLoose` is the number of imports of files beside the rooms: it only falls.
 *
 * @type {Readonly<Record<string, { readonly root: string, readonly rooms: readonly string[], readonly mostLoose: number }>>}
 */
const ROOMS = {
  gateway: {
    root: 'apps/gateway/src',
    rooms: [
      'app',
      'openapi',
      'warm-up',
      'start',
      'processes',
      'http',
      'workers',
      'knowledge',
      'delivery',
      'pipeline',
      'recording',
      'endpoints',
      'guarding',
      'model-calls',
      'a2a',
      'mcp',
      'services',
      'payloads',
      'budgets',
      'database',
      'snapshot',
      'upstream',
    ],
    mostLoose: 0,
  },
  workspace: {
    root: 'apps/workspace/src',
    rooms: [
      'cli',
      'app',
      'ui',
      'modules',
      'runs',
      'services',
      'credentials',
      'openapi',
      'http',
      'access',
      'lists',
      'declared',
      'fields',
    ],
    mostLoose: 4,
  },
  knowledge: {
    root: 'libs/knowledge/src',
    rooms: ['query', 'store', 'embed', 'source', 'chunk', 'parse', 'document'],
    mostLoose: 0,
  },
};

module.exports = { ROOMS };
