import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');

const NPM_PACKAGES = [
  'ajv',
  'zod',
  'typeorm',
  'ioredis',
  'class-transformer',
  'class-validator',
  '@opentelemetry/api',
  'pg-boss',
  '@energetic-ai/embeddings',
];

/** Files that only have to exist, so that imports of them resolve. */
const TARGETS = [
  'apps/console/src/features/teams/room.ts',
  'libs/contracts/src/index.ts',
  'libs/errors/src/index.ts',
  'libs/errors/src/registry.ts',
  'libs/config/src/index.ts',
  'libs/testing/src/index.ts',
  'libs/persistence/src/index.ts',
  'libs/providers/src/index.ts',
  'libs/providers/src/manifests.ts',
  'libs/providers/src/adapter.ts',
  'libs/providers/src/framing/sse.ts',
  'libs/providers/src/shared/json-values.ts',
  'libs/providers/src/openai/encode.ts',
  'libs/providers/src/cohere/encode.ts',
  'apps/gateway/src/index.ts',
  'apps/gateway/src/app/room.ts',
  'apps/gateway/src/openapi/room.ts',
  'apps/gateway/src/http/room.ts',
  'apps/gateway/src/workers/room.ts',
  'apps/gateway/src/delivery/room.ts',
  'apps/gateway/src/pipeline/room.ts',
  'apps/gateway/src/recording/room.ts',
  'apps/gateway/src/endpoints/room.ts',
  'apps/gateway/src/guarding/room.ts',
  'apps/gateway/src/snapshot/room.ts',
  'apps/workspace/src/index.ts',
  'apps/workspace/src/cli/room.ts',
  'apps/workspace/src/app/room.ts',
  'apps/workspace/src/ui/room.ts',
  'apps/workspace/src/modules/room.ts',
  'apps/workspace/src/runs/room.ts',
  'apps/workspace/src/services/room.ts',
  'apps/workspace/src/credentials/room.ts',
  'apps/workspace/src/openapi/room.ts',
  'apps/workspace/src/http/room.ts',
  'apps/workspace/src/access/room.ts',
  'apps/workspace/src/lists/room.ts',
  'apps/workspace/src/declared/room.ts',
  'apps/console/src/index.ts',
  'libs/auth/src/inner/index.ts',
  'libs/knowledge/src/query/room.ts',
  'libs/knowledge/src/embed/room.ts',
  'libs/knowledge/src/chunk/room.ts',
  'libs/knowledge/src/store/room.ts',
  'libs/knowledge/src/parse/room.ts',
  'libs/knowledge/src/parse/formats/read-pdf.ts',
  'libs/telemetry/src/traces/otlp/tracer.ts',
  'bench/src/index.ts',
];

/** Each rule, broken once or more: the file, and what it must not import. */
const REFUSED: [rule: string, file: string, specifier: string][] = [
  ['contracts-imports', 'libs/contracts/src/a.ts', '@multilane/errors'],
  ['contracts-imports', 'libs/contracts/src/b.ts', 'node:util'],
  ['errors-imports', 'libs/errors/src/a.ts', '@multilane/config'],
  ['validation-imports', 'libs/validation/src/a.ts', 'node:fs'],
  ['validation-imports', 'libs/validation/src/b.ts', 'zod'],
  ['providers-imports', 'libs/providers/src/a.ts', 'node:fs'],
  ['providers-imports', 'libs/providers/src/b.ts', 'ajv'],
  ['provider-folders-stand-alone', 'libs/providers/src/anthropic/a.ts', '../openai/encode.js'],
  ['wire-compatible-providers-build-on-the-reference', 'libs/providers/src/azure-openai/a.ts', '../cohere/encode.js'],
  ['only-the-registry-knows-providers', 'libs/providers/src/c.ts', './openai/encode.js'],
  ['only-the-registry-knows-providers', 'libs/providers/src/shared/a.ts', '../openai/encode.js'],
  ['the-table-of-manifests-is-data', 'libs/providers/src/cohere/manifest.ts', './encode.js'],
  ['libraries-know-providers-by-their-manifests', 'libs/policy/src/b.ts', '@multilane/providers'],
  ['only-persistence-uses-typeorm', 'apps/workspace/src/a.ts', 'typeorm'],
  ['moderation-imports', 'libs/policy/src/moderation/a.ts', '@multilane/errors'],
  ['egress-imports', 'libs/egress/src/a.ts', '@multilane/errors'],
  ['only-jobs-uses-pg-boss', 'apps/gateway/src/workers/queues.ts', 'pg-boss'],
  ['jobs-are-loaded-when-there-is-a-database', 'apps/gateway/src/loads-workers.ts', './workers/room.js'],
  ['the-database-is-loaded-when-there-is-one', 'apps/gateway/src/loads-database.ts', '@multilane/persistence'],
  ['sql-imports', 'libs/sql/src/a.ts', '@multilane/errors'],
  ['jobs-imports', 'libs/jobs/src/a.ts', '@multilane/errors'],
  ['agents-imports', 'libs/agents/src/a.ts', '@multilane/config'],
  ['evals-imports', 'libs/evals/src/a.ts', '@multilane/persistence'],
  ['json-schemas-imports', 'libs/json-schemas/src/a.ts', 'node:fs'],
  ['importers-imports', 'libs/importers/src/a.ts', '@multilane/errors'],
  ['workflows-imports', 'libs/workflows/src/a.ts', '@multilane/errors'],
  ['knowledge-store-imports-downward', 'libs/knowledge/src/store/a.ts', '../query/room.js'],
  ['knowledge-embed-imports-downward', 'libs/knowledge/src/embed/a.ts', '../store/room.js'],
  ['knowledge-chunk-imports-downward', 'libs/knowledge/src/chunk/a.ts', '../embed/room.js'],
  ['knowledge-parse-imports-downward', 'libs/knowledge/src/parse/a.ts', '../chunk/room.js'],
  ['knowledge-document-imports-downward', 'libs/knowledge/src/document/a.ts', '../parse/room.js'],
  ['knowledge-source-imports-downward', 'libs/knowledge/src/source/a.ts', '../embed/room.js'],
  ['parsing-and-chunking-know-no-http-and-no-database', 'libs/knowledge/src/parse/b.ts', 'node:http'],
  ['parsing-and-chunking-know-no-http-and-no-database', 'libs/knowledge/src/chunk/b.ts', 'typeorm'],
  ['only-the-embedding-process-loads-the-model', 'libs/knowledge/src/embed/b.ts', '@energetic-ai/embeddings'],
  ['only-the-parser-process-loads-parsers', 'libs/knowledge/src/parse/c.ts', './formats/read-pdf.js'],
  ['only-stores-and-the-version-channel-use-redis', 'libs/policy/src/a.ts', 'ioredis'],
  ['only-the-tracer-uses-opentelemetry', 'libs/telemetry/src/a.ts', '@opentelemetry/api'],
  ['the-tracer-is-loaded-when-it-is-wanted', 'libs/telemetry/src/b.ts', './traces/otlp/tracer.js'],
  ['only-config-reads-the-environment', 'apps/gateway/src/a.ts', 'node:process'],
  ['apps-stand-alone', 'apps/gateway/src/b.ts', '@multilane/workspace'],
  ['standalone-composes-the-services', 'apps/standalone/src/a.ts', '../../console/src/index.js'],
  ['libraries-know-no-app', 'libs/auth/src/a.ts', '@multilane/gateway'],
  ['console-imports-contracts-only', 'apps/console/src/a.ts', '@multilane/errors'],
  ['console-features-stand-alone', 'apps/console/src/features/keys/a.ts', '../teams/room.js'],
  ['console-ui-knows-no-feature', 'apps/console/src/ui/a.ts', '../features/teams/room.js'],
  ['only-tests-use-testing', 'apps/gateway/src/c.ts', '@multilane/testing'],
  ['gateway-openapi-imports-downward', 'apps/gateway/src/openapi/a.ts', '../app/room.js'],
  ['gateway-start-imports-downward', 'apps/gateway/src/start/a.ts', '../app/room.js'],
  ['gateway-services-imports-downward', 'apps/gateway/src/services/a.ts', '../pipeline/room.js'],
  ['gateway-processes-imports-downward', 'apps/gateway/src/processes/a.ts', '../openapi/room.js'],
  ['gateway-warm-up-imports-downward', 'apps/gateway/src/warm-up/a.ts', '../openapi/room.js'],
  ['gateway-http-imports-downward', 'apps/gateway/src/http/a.ts', '../openapi/room.js'],
  ['gateway-workers-imports-downward', 'apps/gateway/src/workers/a.ts', '../http/room.js'],
  ['gateway-knowledge-imports-downward', 'apps/gateway/src/knowledge/a.ts', '../workers/room.js'],
  ['gateway-a2a-imports-downward', 'apps/gateway/src/a2a/a.ts', '../guarding/room.js'],
  ['gateway-mcp-imports-downward', 'apps/gateway/src/mcp/a.ts', '../guarding/room.js'],
  ['gateway-delivery-imports-downward', 'apps/gateway/src/delivery/a.ts', '../http/room.js'],
  ['gateway-pipeline-imports-downward', 'apps/gateway/src/pipeline/a.ts', '../delivery/room.js'],
  ['gateway-recording-imports-downward', 'apps/gateway/src/recording/a.ts', '../pipeline/room.js'],
  ['gateway-guarding-imports-downward', 'apps/gateway/src/guarding/a.ts', '../endpoints/room.js'],
  ['gateway-model-calls-imports-downward', 'apps/gateway/src/model-calls/a.ts', '../pipeline/room.js'],
  ['gateway-upstream-imports-downward', 'apps/gateway/src/upstream/a.ts', '../snapshot/room.js'],
  ['gateway-endpoints-imports-downward', 'apps/gateway/src/endpoints/a.ts', '../pipeline/room.js'],
  ['gateway-payloads-imports-downward', 'apps/gateway/src/payloads/a.ts', '../guarding/room.js'],
  ['gateway-budgets-imports-downward', 'apps/gateway/src/budgets/a.ts', '../pipeline/room.js'],
  ['gateway-database-imports-downward', 'apps/gateway/src/database/a.ts', '../guarding/room.js'],
  ['gateway-snapshot-imports-downward', 'apps/gateway/src/snapshot/a.ts', '../guarding/room.js'],
  ['workspace-app-imports-downward', 'apps/workspace/src/app/a.ts', '../cli/room.js'],
  ['workspace-ui-imports-downward', 'apps/workspace/src/ui/a.ts', '../app/room.js'],
  ['workspace-modules-imports-downward', 'apps/workspace/src/modules/a.ts', '../ui/room.js'],
  ['workspace-runs-imports-downward', 'apps/workspace/src/runs/a.ts', '../modules/room.js'],
  ['workspace-services-imports-downward', 'apps/workspace/src/services/a.ts', '../runs/room.js'],
  ['workspace-credentials-imports-downward', 'apps/workspace/src/credentials/a.ts', '../services/room.js'],
  ['workspace-openapi-imports-downward', 'apps/workspace/src/openapi/a.ts', '../credentials/room.js'],
  ['workspace-http-imports-downward', 'apps/workspace/src/http/a.ts', '../openapi/room.js'],
  ['workspace-access-imports-downward', 'apps/workspace/src/access/a.ts', '../http/room.js'],
  ['workspace-lists-imports-downward', 'apps/workspace/src/lists/a.ts', '../access/room.js'],
  ['workspace-declared-imports-downward', 'apps/workspace/src/declared/a.ts', '../lists/room.js'],
  ['workspace-fields-imports-downward', 'apps/workspace/src/fields/a.ts', '../declared/room.js'],
  ['data-plane-without-class-validator', 'apps/gateway/src/d.ts', 'class-validator'],
  ['data-plane-without-class-validator', 'apps/gateway/src/f.ts', 'class-transformer'],
  ['class-transformer-behind-its-fence', 'apps/workspace/src/modules/b.ts', 'class-transformer'],
  ['no-deep-imports', 'apps/gateway/src/e.ts', '../../../libs/errors/src/registry.js'],
  ['no-inner-barrels', 'libs/auth/src/b.ts', './inner/index.js'],
  ['no-cycles', 'libs/auth/src/c.ts', './c.js'],
  ['no-unresolved-imports', 'libs/auth/src/d.ts', './absent.js'],
  ['no-undeclared-packages', 'libs/auth/src/e.ts', 'zod'],
];

const ALLOWED: [file: string, specifier: string][] = [
  ['libs/errors/src/good.ts', '@multilane/contracts'],
  ['libs/validation/src/good.ts', 'ajv'],
  ['libs/validation/src/good-core.ts', 'node:buffer'],
  ['libs/providers/src/anthropic/good.ts', '../adapter.js'],
  ['libs/providers/src/anthropic/good-framing.ts', '../framing/sse.js'],
  ['libs/providers/src/azure-openai/good.ts', '../openai/encode.js'],
  ['libs/providers/src/registry.ts', './cohere/encode.js'],
  ['libs/providers/src/cohere/good.spec.ts', 'node:fs'],
  ['libs/config/src/good.ts', '@multilane/providers/manifests'],
  ['libs/persistence/src/good.ts', 'typeorm'],
  ['libs/policy/src/stores/good.ts', 'ioredis'],
  ['libs/jobs/src/good.ts', 'pg-boss'],
  ['libs/knowledge/src/store/good.ts', '../chunk/room.js'],
  ['libs/knowledge/src/parse/parser.process.ts', './formats/read-pdf.js'],
  ['libs/knowledge/src/embed/embedding.process.ts', '@energetic-ai/embeddings'],
  ['libs/telemetry/src/traces/otlp/good.ts', '@opentelemetry/api'],
  ['apps/gateway/src/database/good.ts', '../snapshot/room.js'],
  ['apps/gateway/src/http/good.ts', '../pipeline/room.js'],
  ['apps/gateway/src/pipeline/good.spec.ts', '../delivery/room.js'],
  ['apps/gateway/src/snapshot/good.spec.ts', '../guarding/room.js'],
  ['apps/standalone/src/good.ts', '@multilane/gateway'],
  ['apps/console/src/good.ts', '@multilane/contracts'],
  ['apps/workspace/src/good.ts', 'class-validator'],
  ['apps/workspace/src/modules/good.ts', '../http/room.js'],
  ['apps/workspace/src/http/to-dto.ts', 'class-transformer'],
  ['apps/gateway/src/good.spec.ts', '@multilane/testing'],
  ['bench/src/good.ts', '@multilane/testing'],
];

/** Files whose imports are not of types alone, which their rule allows. */
const LOADING: ReadonlySet<string> = new Set(['apps/gateway/src/loads-database.ts']);

interface Violation {
  from: string;
  rule: { name: string };
}

describe('the dependency rules', () => {
  const tree = mkdtempSync(join(tmpdir(), 'multilane-rules-'));
  let violations: Violation[] = [];

  beforeAll(() => {
    layOut(tree);
    violations = cruise(tree);
  });
  afterAll(() => rmSync(tree, { recursive: true }));

  it.each(REFUSED)('%s: rejects %s importing %s', (rule, file) => {
    const broken = violations.filter(({ from }) => from === file).map((violation) => violation.rule.name);
    expect(broken).toContain(rule);
  });

  it.each(ALLOWED)('allow %s to import %s', (file) => {
    expect(violations.filter(({ from }) => from === file)).toEqual([]);
  });

  it('are each broken above', () => {
    const { forbidden }: { forbidden: { name: string }[] } = createRequire(import.meta.url)(CONFIG);
    const proven = new Set(REFUSED.map(([rule]) => rule));
    expect(forbidden.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
  });
});

function layOut(tree: string): void {
  for (const file of ['tsconfig.check.json', 'tsconfig.base.json']) cpSync(join(ROOT, file), join(tree, file));
  for (const name of NPM_PACKAGES) {
    write(tree, `node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(tree, `node_modules/${name}/index.js`, '');
  }
  const files = [...TARGETS, ...REFUSED.map(([, file]) => file), ...ALLOWED.map(([file]) => file)];
  for (const file of files) {
    const folder = /^(bench|[^/]+\/[^/]+)/.exec(file)?.[0];
    const dependencies = Object.fromEntries(NPM_PACKAGES.map((name) => [name, '1.0.0']));
    const declared = folder === 'libs/auth' ? {} : dependencies;
    write(tree, `${folder}/package.json`, JSON.stringify({ name: folder, type: 'module', dependencies: declared }));
    write(tree, file, 'export interface Thing {}\n');
  }
  for (const [file, specifier] of [...REFUSED.map(([, ...rest]) => rest), ...ALLOWED]) {
    const word = LOADING.has(file) ? 'import' : 'import type';
    write(tree, file, `${word} { Thing } from '${specifier}';\nexport type Other = Thing;\n`);
  }
}

function cruise(tree: string): Violation[] {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [program, '--config', CONFIG, '--output-type', 'json', 'apps', 'libs', 'bench'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).summary.violations;
}

function write(tree: string, path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}
