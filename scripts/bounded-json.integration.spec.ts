import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT } from '@multilane/testing';

/** Packages that run in the services. */
const SOURCES = ['apps/{gateway,workspace,standalone}/src/**/*.ts', 'libs/*/src/**/*.ts'];
const OTHERS = /\.spec\.ts$|^libs\/(testing|importers)\//;

/** Files that call `JSON.parse` nevertheless, and the reason for which the text cannot hold others up. */
const JUSTIFIED: Readonly<Record<string, string>> = {
  'apps/gateway/src/workers/exports/sinks/objects/parquet-file.ts': 'lines that the gateway itself has just written',
  'apps/gateway/src/upstream/credentials/create-credential-source.ts': 'a credential of the configuration',
  'apps/gateway/src/workers/provider-checks/issue-google-token.ts': 'a credential, stored from a body of 1 MB at most',
  'apps/gateway/src/workers/tenant-code/tenant-code.process.ts': 'runs in a process of its own',
  'apps/standalone/src/data/quickstart-file.ts': 'a file of its own',
  'apps/workspace/src/ui/console-pages.ts': 'a file of the build',
  'libs/config/src/schema/providers.ts': 'a credential of the configuration',
  'libs/contracts/src/json/parse-json-text.ts': 'what the bounded readers are made of',
  'libs/egress/src/find-credential-problem.ts': 'a credential, from a body of 1 MB at most',
  'libs/http/src/health/build-stamp.ts': 'files of the build',
  'libs/knowledge/src/parse/formats/parse-json.ts': 'runs in the process of a parser',
  'libs/knowledge/src/parse/formats/parse-notebook.ts': 'runs in the process of a parser',
  'libs/knowledge/src/parse/parser.process.ts': 'runs in the process of a parser',
  'libs/knowledge/src/parse/run-parser-process.ts': "written by the project's own parser, of a bounded length",
  'libs/knowledge/src/store/qdrant/qdrant-client.ts':
    'results of a search in a database of the operator, at most 64 MB',
  'libs/persistence/src/audit/store-parts.ts': 'records that the service wrote',
  'libs/persistence/src/connection/embedded/folder-lock.ts': 'a file of its own',
  'libs/persistence/src/database.ts': 'records that the service wrote',
  'libs/persistence/src/repositories/policies.ts': 'secrets, stored from a body of 1 MB at most',
  'libs/persistence/src/repositories/row-reseal-store.ts': 'a place in a table that the service wrote',
  'libs/persistence/src/repositories/workflows.ts': 'secrets that the service made',
  'libs/persistence/src/secrets/sealed-members.ts': 'secrets, stored from a body of 1 MB at most',
  'libs/persistence/src/secrets/secret-hints.ts': 'a credential, from a body of 1 MB at most',
  'libs/policy/src/pii/apply-spans.ts': 'one entity of a text',
  'libs/process/src/contained/task-process.ts': 'answers of contained processes, at most 1 MB',
  'libs/telemetry/src/audit/spool/make-storable.ts': 'a record that the service wrote',
  'libs/telemetry/src/audit/spool/spool-folder.ts': 'a record that the service wrote',
  'libs/validation/src/json/json-source.ts': 'the name of a member, of 64 KB at most',
  'libs/validation/src/json/parse-json-in-slices.ts': 'a bounded reader',
  'libs/validation/src/json/parse-large-json-body.ts': 'a bounded reader',
};

/** Events of streams are bounded before they are parsed: `refuseHeavyEvent`. */
const EVENTS: readonly string[] = [
  'libs/providers/src/anthropic/stream/stream-events.ts',
  'libs/providers/src/bedrock/translate-stream.ts',
  'libs/providers/src/cohere/translate-stream.ts',
  'libs/providers/src/openai/media/relay-answer.ts',
  'libs/providers/src/openai/streams/relay-stream.ts',
  'libs/providers/src/openai/responses/read-event.ts',
];

/** `parseJsonText` has no bounds either: it is for texts that have been counted. */
const COUNTED: readonly string[] = [
  'apps/gateway/src/upstream/parse-answer.ts',
  'apps/gateway/src/upstream/whole-answer.ts',
  'libs/contracts/src/json/bounded-json.ts',
  'libs/contracts/src/json/raw-integer.ts',
  'libs/providers/src/shared/generate-content/parse-json.ts',
  'libs/validation/src/json/outlined-list.ts',
  'libs/validation/src/json/parse-json-body.ts',
];

/** A copy of what has been parsed is no text from outside. */
const PARSES = /\bJSON\.parse\((?!JSON\.stringify\()|(?<!function )\bparseJsonText\(/;

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*$/gm, '');
}

function findCalls(): string[] {
  const paths = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: PROJECT_ROOT }));
  return paths
    .filter((path) => !OTHERS.test(path))
    .filter((path) => PARSES.test(withoutComments(readFileSync(`${PROJECT_ROOT}/${path}`, 'utf8'))))
    .toSorted();
}

// docs/bounds.md#json
describe('JSON that others have written', () => {
  it('is parsed by a bounded reader, in every place but those that are listed with a reason', () => {
    const calls = findCalls();
    const listed = [...Object.keys(JUSTIFIED), ...EVENTS, ...COUNTED];
    const unbounded = calls.filter((path) => !listed.includes(path));
    expect(unbounded.map((path) => `${path}: call parseBoundedJson, or add the file to JUSTIFIED here`)).toEqual([]);
    const gone = listed.filter((path) => !calls.includes(path));
    expect(gone.map((path) => `${path}: parses no JSON: remove it from the lists here`)).toEqual([]);
  });

  it('is found wherever it is parsed', () => {
    expect(PARSES.test('const value = JSON.parse(text);')).toBe(true);
    expect(PARSES.test('return JSON.parse(JSON.stringify(dto)) as Fields;')).toBe(false);
    expect(PARSES.test(withoutComments('/** As `JSON.parse(text)` does. */\n  // JSON.parse(text)\n'))).toBe(false);
  });
});
