/**
 * The rooms of packages from top to bottom: each imports only rooms below it (docs/architecture.md, "Rooms"). Read by the dependency rules and
 * by `count-upward-arrows.mjs`.
 *
 * @type {Readonly<Record<string, { readonly root: string, readonly rooms: readonly string[] }>>}
 */
const ROOMS = {
  gateway: {
    root: 'apps/gateway/src',
    rooms: [
      'openapi',
      'processes',
      'warm-up',
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
      'payloads',
      'budgets',
      'database',
      'snapshot',
      'upstream',
    ],
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
  },
  knowledge: {
    root: 'libs/knowledge/src',
    rooms: ['query', 'store', 'embed', 'source', 'chunk', 'parse', 'document'],
  },
};

module.exports = { ROOMS };
