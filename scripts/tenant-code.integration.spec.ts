import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT } from '@multilane/testing';

/** Packages that run in the services. */
const SOURCES = ['apps/{gateway,workspace,standalone}/src/**/*.ts', 'libs/*/src/**/*.ts'];
const OTHERS = /\.spec\.ts$|^libs\/(testing|importers)\//;

/** Engines that run what somebody wrote: an expression, a pattern, a schema or a template. */
const ENGINES =
  /from '(?:ajv(?:\/[^']*)?|jsonata|@marcbachmann\/cel-js|re2js|handlebars|mustache|nunjucks|liquidjs|ejs|xpath|minimatch|picomatch|micromatch)'|from '(?:node:)?vm'|\bnew Function\(|(?<![\w.])eval\(/;

/** Files that use one, and the reason for which it cannot hold up or end a process that serves requests. */
const JUSTIFIED: Readonly<Record<string, string>> = {
  'apps/gateway/src/workers/tenant-code/tenant-code.process.ts': 'runs in a process of its own',
  'libs/agents/src/arguments/find-argument-problem.ts': 'types',
  'libs/config/src/checks/check-patterns.ts': 'patterns whose size was estimated, in slices',
  'libs/config/src/checks/measure-cost.ts': 'patterns whose size was estimated, in slices',
  'libs/config/src/schema/custom-entities.ts': 'patterns whose size is estimated before they are compiled',
  'libs/config/src/schema/guardrails.ts': 'patterns whose size is estimated before they are compiled',
  'libs/config/src/schema/json-schemas.ts': 'compiles schemas of at most 1,000 parts, and runs none',
  'libs/evals/src/graders/pattern.ts': 'patterns whose size is estimated; they run in a process of its own',
  'libs/json-schemas/src/compile-json-schema.ts':
    'small schemas without references and patterns; others, and those of tools, in a process of their own',
  'libs/policy/src/guardrails/json-schema.ts': 'a type',
  'libs/policy/src/guardrails/regex.ts': 'RE2, for at most a millisecond; longer texts in a process of its own',
  'libs/policy/src/pii/custom-recognizers.ts':
    'RE2, patterns of at most 400 instructions; long texts in a process of its own',
  'libs/process/src/find-collector.ts': 'a word of its own',
  'libs/validation/src/compile-request-schema.ts': 'schemas of the project',
  'libs/validation/src/describe-problem.ts': 'a type',
  'libs/workflows/src/expressions/cel-environment.ts': 'parses here, with bounds; runs in a process of its own',
  'libs/workflows/src/expressions/check-expression.ts':
    'parses here, one expression in a turn; runs in a process of its own',
};

/** A pattern of JavaScript backtracks: none may come from outside. */
const MADE = /\bnew RegExp\(/;
const MADE_OF_OURS: readonly string[] = [
  'apps/gateway/src/endpoints/find-endpoint.ts',
  'apps/gateway/src/model-calls/encode/encode-large.ts',
  'apps/standalone/src/data/create-demo-key.ts',
  'libs/contracts/src/problems.ts',
  'libs/http/src/served-routes.ts',
  'libs/knowledge/src/store/lexical-text.ts',
  'libs/policy/src/cache/questions/read-question.ts',
  'libs/policy/src/guardrails/injection-rules.ts',
  'libs/policy/src/guardrails/reading/fold-text.ts',
  'libs/policy/src/guardrails/reading/undo-disguises.ts',
  'libs/policy/src/pii/recognizers/iban.ts',
  'libs/policy/src/pii/recognizers/secret-forms.ts',
  'libs/policy/src/prices/price-factors.ts',
  'libs/providers/src/know-model.ts',
  'libs/providers/src/shared/failures/mask-secrets.ts',
  'libs/providers/src/shared/models/claude-models.ts',
  'libs/telemetry/src/log/mask-secrets.ts',
];

function findFiles(pattern: RegExp): string[] {
  return SOURCES.flatMap((each) => globSync(each, { cwd: PROJECT_ROOT }))
    .filter((path) => !OTHERS.test(path))
    .filter((path) => pattern.test(readFileSync(`${PROJECT_ROOT}/${path}`, 'utf8')))
    .toSorted();
}

// docs/contract/bounds.md#what-tenants-write
describe('code of tenants', () => {
  it('is run by an engine in no place but those that are listed with a reason', () => {
    expect(findFiles(ENGINES)).toEqual(Object.keys(JUSTIFIED).toSorted());
  });

  it('never becomes a pattern of JavaScript, which backtracks', () => {
    expect(findFiles(MADE)).toEqual(MADE_OF_OURS);
  });

  it.each([
    "import jsonata from 'jsonata';",
    "import { Ajv2020 } from 'ajv/dist/2020.js';",
    "import { runInNewContext } from 'node:vm';",
    "return new Function('a', text);",
  ])('is found wherever an engine runs it: %s', (source) => {
    expect(ENGINES.test(source)).toBe(true);
  });
});
