// `npm test` runs these tests in one of six runs, and a sample of them each time: scripts/check-named-files.integration.spec.ts.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyRecipe, copyProject, readRecipe, runInCopy } from '@multilane/testing';
import { JEST } from './jest/jest-command.mjs';
import { chooseTests, listSpecifications } from './launch/choose-tests.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const TSC = join(PROJECT, 'node_modules/typescript/bin/tsc');

/** Packages of a provider, and those that it is compiled with. */
const OF_PROVIDERS = ['libs/contracts', 'libs/errors', 'libs/providers'];

/** Evaluates an expression in a process of the changed sources, as JSON; `providers` are the exports of libs/providers. */
function evaluate(root: string, expression: string): unknown {
  const script = `import * as providers from './libs/providers/dist/index.js'; console.log(JSON.stringify(${expression}));`;
  return JSON.parse(runInCopy(root, '--input-type=module', '--eval', script));
}

const REQUEST = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hi' }],
  max_completion_tokens: 5,
  user: 'u',
};

describe.each([
  ['wire-compatible-provider.md', 'acme', 5],
  ['native-provider.md', 'globex', 10],
])('the recipe %s', (recipe, kind, count) => {
  let root: string;
  const steps = readRecipe(recipe);
  const target = { kind, upstreamModel: 'up', baseUrl: 'https://h', headers: {} };
  const encode = (request: object) =>
    evaluate(
      root,
      `providers.getAdapter('${kind}').endpoints.chat.encode(${JSON.stringify(request)}, ${JSON.stringify(target)}).map(JSON.parse)`,
    );

  beforeAll(() => {
    // The copy has the earlier build: only the files that the recipe changes are compiled anew.
    root = copyProject(OF_PROVIDERS, ['fixtures']);
    applyRecipe(root, steps);
    runInCopy(root, TSC, '-b', 'libs/providers');
  }, 120_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('names every file that it creates or changes in its table', () => {
    const [, table = ''] =
      /## Files\n(.*?)\n## Steps/s.exec(readFileSync(join(PROJECT, 'docs/recipes', recipe), 'utf8')) ?? [];
    for (const { path } of steps) expect(table).toContain(`\`${path}\``);
    expect(steps).toHaveLength(count);
  });

  it('makes a kind with a manifest and an adapter', () => {
    const found = evaluate(
      root,
      `[providers.findManifest('${kind}').kind, providers.getAdapter('${kind}').kind, providers.listSettings(providers.findManifest('${kind}')).map(({ name }) => name)]`,
    );
    expect(found).toEqual([kind, kind, ['api_key', 'api_keys', 'base_url']]);
  });

  it('makes documentation that has the kind', () => {
    expect(evaluate(root, 'providers.generateProviderDocs()')).toContain(`\n| \`${kind}\` |`);
  });

  it('makes a request in the provider’s format', () => {
    const expected = {
      acme: { model: 'up', messages: REQUEST.messages, max_tokens: 5 },
      globex: { model: 'up', turns: [{ speaker: 'user', text: 'Hi' }], limit: 5, stream: false },
    }[kind];
    expect(encode(REQUEST)).toEqual([expected]);
  });

  it('rejects nothing silently', () => {
    if (kind === 'acme') return expect(encode({ ...REQUEST, unknown: 1 })).toMatchObject([{ unknown: 1 }]);
    return expect(() => encode({ ...REQUEST, unknown: 1 })).toThrow('`unknown` is not supported');
  });

  it('reads an answer and a stream, wherever its bytes are split', () => {
    const { answer, stream } = {
      acme: {
        answer: { choices: [{ index: 0, message: { role: 'assistant', content: 'Hö' }, finish_reason: 'stop' }] },
        stream:
          'data: {"choices":[{"index":0,"delta":{"content":"Hö"}}]}\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      },
      globex: {
        answer: { text: 'Hö', stop: 'end', tokens: { in: 1, out: 2 } },
        stream: 'data: {"text":"Hö"}\n\ndata: {"stop":"end","tokens":{"in":1,"out":2}}\n\n',
      },
    }[kind as 'acme' | 'globex'];
    const facts = `{ kind: '${kind}', idSeed: 's', created: 1, model: 'up', includeUsage: false }`;
    const found = evaluate(
      root,
      `(() => {
        const { chat } = providers.getAdapter('${kind}').endpoints;
        const { response } = chat.decode([${JSON.stringify(answer)}], ${facts});
        const translator = chat.startStream(${facts});
        const chunks = [];
        for (const byte of Buffer.from(${JSON.stringify(stream)})) translator.push(Uint8Array.of(byte), (chunk) => chunks.push(chunk));
        translator.end((chunk) => chunks.push(chunk));
        const [choice] = response.choices;
        return [choice.message.content, choice.finish_reason, chunks.map((chunk) => chunk?.choices[0]?.delta.content ?? '').join('')];
      })()`,
    );
    expect(found).toEqual(['Hö', 'stop', 'Hö']);
  });
});

/** Files that the recipes below change, and that their checks read. */
const OF_SERVICES = [
  'apps/console',
  'apps/gateway',
  'apps/workspace',
  ...readdirSync(join(PROJECT, 'libs')).map((name) => `libs/${name}`),
  'bench',
  'deploy',
  'scripts',
  'docs',
  'biome.json',
  '.dependency-cruiser.cjs',
  'gateway.yaml.example',
];

const BIOME = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--vcs-enabled=false'];

/** Compiling the copy and running its tests takes minutes on a busy machine. */
const LIMIT_MS = 600_000;

describe('the recipes of the services, applied one after the other', () => {
  // The job works on the resource, and the page shows it.
  const recipes = [
    'admin-resource.md',
    'control-plane-route.md',
    'policy.md',
    'metric.md',
    'background-job.md',
    'console-page.md',
  ];
  const steps = recipes.flatMap(readRecipe);
  const changed = [...new Set(steps.map(({ path }) => path))].filter((path) => /\.(tsx?|json)$/.test(path));
  let root: string;

  const runTests = (...args: readonly string[]) => {
    runInCopy(root, ...JEST, ...(chooseTests(listSpecifications(root), args, root).jest ?? ['none']));
  };

  beforeAll(() => {
    root = copyProject(OF_SERVICES, ['fixtures', 'results']);
    applyRecipe(root, steps);
    runInCopy(root, ...BIOME, '--write', '--linter-enabled=false', ...changed);
    runInCopy(root, TSC, '-b', 'apps/gateway', 'apps/workspace');
  }, LIMIT_MS);

  afterAll(() => rmSync(root, { recursive: true, force: true }), LIMIT_MS);

  it.each(recipes)('%s has steps that name files', (recipe) => {
    expect(readRecipe(recipe).length).toBeGreaterThan(4);
  });

  it(
    'make code whose tests compile too, and which keeps the rules of format and of dependencies',
    () => {
      runInCopy(root, TSC, '-p', 'tsconfig.check.json');
      runInCopy(root, ...BIOME, ...changed);
      const cruiser = [
        'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config',
        '.dependency-cruiser.cjs',
      ];
      // The changed files and their imports are checked: every other import is as it was.
      runInCopy(root, ...cruiser, ...changed.filter((path) => !path.endsWith('.json')));
    },
    LIMIT_MS,
  );

  it(
    'make code that passes the tests of the recipes',
    () => {
      const own = steps
        .map(({ path }) => path)
        .filter((path) => /(?<!\.browser)\.spec\.ts$/.test(path) && !path.includes('database.'));
      const others = [
        'libs/telemetry/src/metrics/deployed-queries.spec.ts',
        'gateway-yaml-example',
        'apps/console/src/locales',
        'apps/console/src/app/guides',
        'apps/console/src/routes',
        'apps/console/src/features/virtual-accounts',
      ];
      runTests(...new Set(own), ...others);
    },
    LIMIT_MS,
  );

  it(
    'make a schema that the migrations reach, and routes that are open to their callers alone',
    () => {
      const names = 'is made from empty|the row of each route|/admin/labels|policies/freezes';
      const files = [
        'libs/persistence/src/database.integration.spec.ts',
        'e2e/access/route-rows.integration.spec.ts',
        'e2e/access/access-matrix.integration.spec.ts',
      ];
      runTests(...files, '-t', names);
    },
    LIMIT_MS,
  );

  it(
    'make documentation that has what they add',
    () => {
      runInCopy(root, 'scripts/generate-docs.mjs');
      const pages = ['roles', 'metrics', 'configuration'].map((name) =>
        readFileSync(join(root, `docs/${name}.md`), 'utf8'),
      );
      expect(pages.map((page) => /gateway\.labels\.manage|service_config_followed|freezes/.test(page))).toEqual([
        true,
        true,
        true,
      ]);
    },
    LIMIT_MS,
  );

  it(
    'make a page of the console that calls the route with the types of its document',
    () => {
      runInCopy(root, TSC, '-p', 'apps/console');
    },
    LIMIT_MS,
  );
});
