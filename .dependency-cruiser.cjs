/**
 * The dependency rules of the project, without exceptions. Sources are read, never what was built from them: the
 * packages' names lead to `src/index.ts` through the paths of tsconfig.check.json.
 */

const { ROOMS } = require('./scripts/rooms.cjs');

/** Tests, and what only end-to-end tests share. */
const TESTS = '\\.spec\\.tsx?$|^apps/[^/]+/e2e/';

/** Core modules that only compute. */
const PURE_CORE = '^(buffer|string_decoder|zlib)$';

/** Provider folders with an adapter of their own that speak the reference wire format, and so may build on the reference folder. */
const WIRE_COMPATIBLE = 'azure-openai|simulator';

const PROVIDERS = '^libs/providers/src';
const PROVIDER_FOLDER = `${PROVIDERS}/(?!framing/|shared/)[^/]+/`;
const SHARED_BY_PROVIDERS = [
  `${PROVIDERS}/(adapter|batch|capabilities|exchange|model-facts|socket|manifest|provider-failure|target|wire-quirks)\\.ts$`,
  `${PROVIDERS}/(framing|shared)/`,
];

/** @param {string} names alternatives, such as `ajv|zod` */
const npm = (names) => `(^|/)node_modules/(${names})/`;

/** Rules for the rooms of a package: none imports a room above it. Its tests may: they put rooms together. */
const importDownward = (name) => {
  const { root, rooms } = ROOMS[name];
  return rooms.slice(1).map((room, above) => ({
    name: `${name}-${room}-imports-downward`,
    comment: `${room} knows nothing of: ${rooms.slice(0, above + 1).join(', ')}.`,
    severity: 'error',
    from: { path: `^${root}/${room}/`, pathNot: TESTS },
    to: { path: `^${root}/(${rooms.slice(0, above + 1).join('|')})/` },
  }));
};

/** What may be imported by the tests and sources of one package, beside its own files. */
const onlyImports = (package, allowed, comment) => ({
  name: `${package}-imports`,
  comment,
  severity: 'error',
  from: { path: `^libs/${package}/src/`, pathNot: TESTS },
  to: { pathNot: [`^libs/${package}/src/`, ...allowed] },
});

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  onlyImports('contracts', [], 'Wire types depend on nothing.'),
  onlyImports('errors', ['^libs/contracts/'], 'The error registry knows the wire types alone.'),
  onlyImports(
    'validation',
    ['^libs/(contracts|errors)/', PURE_CORE, npm('ajv')],
    'Validators compute: no I/O, clock or randomness.',
  ),
  onlyImports('json-schemas', [npm('ajv|re2js')], 'Schemas that people write are compiled: no I/O.'),
  onlyImports(
    'providers',
    [
      '^libs/(contracts|errors)/',
      PURE_CORE,
      // For the hashes of signatures.
      '^crypto$',
      npm('@smithy/(signature-v4|types)'),
    ],
    'Adapters compute: no I/O, clock or randomness. Ids and times come in as arguments.',
  ),
  onlyImports(
    'agents',
    ['^libs/(contracts|errors|json-schemas)/', '^crypto$', npm('ajv')],
    'What an agent is and does next is computed; arguments are checked where the caller says.',
  ),
  onlyImports('evals', ['^libs/(contracts|errors)/', npm('re2js|zod')], 'Datasets, grades and figures are computed.'),
  onlyImports(
    'egress',
    ['^(dns|net|tls|module)$', npm('undici')],
    'What guards the way out knows nothing but names, addresses and connections.',
  ),
  onlyImports(
    'importers',
    ['^libs/(contracts|config)/', `${PROVIDERS}/manifests\\.ts$`, npm('yaml'), npm('csv-parse')],
    'Importers compute: text in, text out. They read no file, database or environment.',
  ),
  {
    name: 'moderation-imports',
    comment:
      'The built-in moderation check computes: the same text gets the same scores, with nothing asked of anybody.',
    severity: 'error',
    from: { path: '^libs/policy/src/moderation/', pathNot: TESTS },
    to: { pathNot: ['^libs/policy/src/moderation/', '^libs/contracts/'] },
  },
  {
    name: 'provider-folders-stand-alone',
    comment:
      'A provider folder builds on the adapter contract, framing/ and shared/ only. hosted/ joins the words of one with the addresses of another.',
    severity: 'error',
    from: { path: `${PROVIDERS}/(?!(?:framing|shared|hosted|${WIRE_COMPATIBLE})/)([^/]+)/`, pathNot: TESTS },
    to: { path: `${PROVIDERS}/`, pathNot: [`${PROVIDERS}/$1/`, ...SHARED_BY_PROVIDERS] },
  },
  {
    name: 'wire-compatible-providers-build-on-the-reference',
    comment: 'A wire-compatible provider folder may import the reference folder too.',
    severity: 'error',
    from: { path: `${PROVIDERS}/(${WIRE_COMPATIBLE})/`, pathNot: TESTS },
    to: { path: `${PROVIDERS}/`, pathNot: [`${PROVIDERS}/($1|openai)/`, ...SHARED_BY_PROVIDERS] },
  },
  {
    name: 'only-the-registry-knows-providers',
    comment:
      'Adding a provider is one folder, with one line in manifests.ts, and one in registry.ts or model-rows.ts where it has an adapter or rows.',
    severity: 'error',
    from: {
      path: `${PROVIDERS}/`,
      pathNot: [`${PROVIDERS}/(registry|manifests|model-rows)\\.ts$`, `${PROVIDERS}/hosted/`, PROVIDER_FOLDER, TESTS],
    },
    to: { path: PROVIDER_FOLDER },
  },
  {
    name: 'the-table-of-manifests-is-data',
    comment: 'Libraries that want to know of providers load no adapter with it.',
    severity: 'error',
    from: { path: [`${PROVIDERS}/manifests?\\.ts$`, `${PROVIDERS}/[^/]+/manifest\\.ts$`], pathNot: TESTS },
    to: {
      path: `${PROVIDERS}/`,
      pathNot: [
        `${PROVIDERS}/(manifest|wire-quirks|list-settings)\\.ts$`,
        `${PROVIDERS}/shared/manifest-parts\\.ts$`,
        `${PROVIDERS}/[^/]+/manifest\\.ts$`,
      ],
    },
  },
  {
    name: 'libraries-know-providers-by-their-manifests',
    comment: "Configuration, policies and telemetry read data of providers; calling one is the apps' business.",
    severity: 'error',
    from: { path: '^libs/(?!providers/|testing/)', pathNot: TESTS },
    to: { path: `${PROVIDERS}/`, pathNot: `${PROVIDERS}/manifests\\.ts$` },
  },
  {
    name: 'only-persistence-uses-typeorm',
    severity: 'error',
    from: { pathNot: '^libs/persistence/' },
    to: { path: npm('typeorm|@nestjs/typeorm') },
  },
  {
    name: 'only-jobs-uses-pg-boss',
    severity: 'error',
    from: { pathNot: '^libs/jobs/' },
    to: { path: npm('pg-boss') },
  },
  {
    name: 'jobs-are-loaded-when-there-is-a-database',
    comment: 'A gateway without a database does without the memory and the start time of pg-boss.',
    severity: 'error',
    from: { pathNot: ['^libs/jobs/', '^apps/gateway/src/workers/', '^apps/workspace/', '^bench/', TESTS] },
    to: { path: '^(libs/jobs|apps/gateway/src/workers)/', dynamic: false },
  },
  {
    name: 'the-database-is-loaded-when-there-is-one',
    comment: 'A gateway without a database does without the 500 files of TypeORM, pg and libs/persistence.',
    severity: 'error',
    from: {
      path: '^apps/gateway/src/',
      pathNot: ['^apps/gateway/src/(workers|knowledge)/', '^apps/gateway/src/database/stored-files\\.ts$', TESTS],
    },
    to: {
      path: ['^libs/persistence/', '^apps/gateway/src/(workers|knowledge|database/stored-files)(/|\\.ts$)'],
      dependencyTypesNot: ['type-only'],
      dynamic: false,
    },
  },
  onlyImports('sql', [], 'Statements and their columns depend on nothing.'),
  onlyImports(
    'jobs',
    ['^libs/sql/', '^(crypto|node:crypto)$', npm('pg|pg-boss|zod')],
    'Queues know nothing of what jobs do.',
  ),
  onlyImports(
    'workflows',
    ['^libs/contracts/', npm('@marcbachmann/cel-js|croner|jsonata|zod')],
    'Workflows are decided about without I/O: times come in as arguments.',
  ),
  ...importDownward('knowledge'),
  {
    name: 'parsing-and-chunking-know-no-http-and-no-database',
    comment: 'What is read of a document depends on its bytes alone.',
    severity: 'error',
    // isolate-process.ts takes these modules away from parsers.
    from: { path: '^libs/knowledge/src/(document|parse|chunk|source)/', pathNot: [TESTS, '/isolate-process\\.ts$'] },
    to: { path: ['^libs/(?!knowledge/)', '^(node:)?(http|https|http2|net|tls|dns)$', npm('undici|pg|typeorm')] },
  },
  {
    name: 'only-the-parser-process-loads-parsers',
    comment: 'Documents are hostile: they are parsed in a process of its own, with bounds.',
    severity: 'error',
    from: { pathNot: ['^libs/knowledge/src/parse/(formats/|parser\\.process\\.ts$)', TESTS] },
    to: { path: '^libs/knowledge/src/parse/formats/' },
  },
  {
    name: 'only-the-embedding-process-loads-the-model',
    comment: 'The built-in embedding model computes for seconds: never in the process that serves requests.',
    severity: 'error',
    from: { pathNot: ['^libs/knowledge/src/embed/embedding\\.process\\.ts$', TESTS] },
    to: { path: npm('@energetic-ai') },
  },
  {
    name: 'only-stores-and-the-version-channel-use-redis',
    severity: 'error',
    from: { pathNot: ['^libs/policy/src/stores/', '/version-channel[./-]'] },
    to: { path: npm('ioredis') },
  },
  {
    name: 'only-the-tracer-uses-opentelemetry',
    severity: 'error',
    from: { pathNot: ['^libs/telemetry/src/traces/otlp/'] },
    to: { path: npm('@opentelemetry') },
  },
  {
    name: 'the-tracer-is-loaded-when-it-is-wanted',
    comment: 'A gateway without a collector does without the memory and the start time of OpenTelemetry.',
    severity: 'error',
    from: { pathNot: ['^libs/telemetry/src/traces/otlp/', TESTS] },
    to: { path: '^libs/telemetry/src/traces/otlp/', dynamic: false },
  },
  {
    name: 'only-config-reads-the-environment',
    comment: 'The linter refuses process.env; this refuses the module that holds it.',
    severity: 'error',
    from: { pathNot: '^libs/config/' },
    to: { path: '^process$', dependencyTypes: ['core'] },
  },
  {
    name: 'apps-stand-alone',
    comment: 'Apps never import each other; standalone composes the two services.',
    severity: 'error',
    from: { path: '^apps/(?!standalone/)([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'standalone-composes-the-services',
    severity: 'error',
    from: { path: '^apps/standalone/' },
    to: { path: '^apps/', pathNot: '^apps/(standalone|gateway|workspace)/' },
  },
  {
    name: 'libraries-know-no-app',
    severity: 'error',
    from: { path: '^libs/' },
    to: { path: '^(apps|bench)/' },
  },
  ...importDownward('gateway'),
  ...importDownward('workspace'),
  {
    name: 'console-imports-contracts-only',
    severity: 'error',
    from: { path: '^apps/console/' },
    to: { path: '^(libs|bench)/', pathNot: '^libs/contracts/' },
  },
  {
    name: 'console-features-stand-alone',
    comment: 'What two features need is in api/ or ui/.',
    severity: 'error',
    from: { path: '^apps/console/src/features/([^/]+)/' },
    to: { path: '^apps/console/src/(features|routes)/', pathNot: '^apps/console/src/features/$1/' },
  },
  {
    name: 'console-ui-knows-no-feature',
    severity: 'error',
    from: { path: '^apps/console/src/(ui|api)/' },
    to: { path: '^apps/console/src/(features|routes|app)/' },
  },
  {
    name: 'only-tests-use-testing',
    severity: 'error',
    from: { pathNot: [TESTS, '^bench/', '^libs/testing/'] },
    to: { path: '^libs/testing/' },
  },
  {
    name: 'data-plane-without-class-validator',
    comment: 'A DTO pipe costs the data plane two hundred times a compiled schema.',
    severity: 'error',
    from: { pathNot: '^apps/workspace/' },
    to: { path: npm('class-validator|class-transformer') },
  },
  {
    name: 'class-transformer-behind-its-fence',
    comment:
      'It walks what it is given in quadratic time: toDto and toView hand it what was checked, and nothing else.',
    severity: 'error',
    from: { path: '^apps/workspace/', pathNot: '^apps/workspace/src/(fields/(field|to-view)|http/to-dto)\\.ts$' },
    to: { path: npm('class-transformer') },
  },
  {
    name: 'no-deep-imports',
    comment: 'Other packages are entered through their index.',
    severity: 'error',
    from: { path: '^((?:apps|libs)/[^/]+|bench)/' },
    to: {
      path: '^(apps|libs|bench)/',
      pathNot: [
        '^$1/',
        '^(?:(?:apps|libs)/[^/]+|bench)/src/index\\.ts$',
        `${PROVIDERS}/manifests\\.ts$`,
        `^libs/testing/src/(app-request|shared-fixtures|mcp|measure-hold|kafka)\\.ts$`,
      ],
    },
  },
  {
    name: 'no-inner-barrels',
    comment: 'One index.ts a package: its entrance.',
    severity: 'error',
    from: {},
    to: { path: '^(?:(?:apps|libs)/[^/]+|bench)/src/.+/index\\.tsx?$' },
  },
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-unresolved-imports',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-undeclared-packages',
    comment:
      "The packages that a package runs on are in its own package.json; tests may use the root's development tools.",
    severity: 'error',
    from: { path: '^(apps|libs)/', pathNot: [TESTS, '^libs/testing/', '^apps/console/playwright[.a-z]*.config.ts$'] },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
  },
];

module.exports = {
  forbidden,
  options: {
    parser: 'tsc',
    moduleSystems: ['es6'],
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|fixtures)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
