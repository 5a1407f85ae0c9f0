import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from './endpoints.js';

/**
 * Everything about an endpoint is in its folder. Elsewhere nobody may name one, so that adding an endpoint takes a folder and a line in
 * `endpoints.ts`, and nothing can be forgotten.
 */

const ROOT = join(import.meta.dirname, '../../../..');

/** Files that may name endpoints: their folders, the unions of names, codecs and simulated providers, and tests with their data. */
const ALLOWED = [
  /^apps\/gateway\/src\/endpoints\//,
  // Chat and responses are also the formats that a model may be asked in, whatever the client speaks.
  /^apps\/gateway\/src\/model-calls\/(?:spoken-formats|ask-in-other-format)\.ts$/,
  /^apps\/gateway\/src\/pipeline\/(?:stream-relay|stages\/plan\.stages|stages\/limits\.stages)\.ts$/,
  /^libs\/contracts\/src\//,
  /^libs\/providers\//,
  /^libs\/testing\//,
  /\.spec\.ts$/,
  /\/(e2e|ledger|fixtures)\//,
];

const PATHS = ENDPOINTS.map(({ route }) => route.path);
/** Names and keys; of words with other meanings too, such as `messages`, only what is said where endpoints are meant. */
const NAMES = [...new Set(ENDPOINTS.flatMap(({ format, name }) => (format ? [name, format.key] : [name])))];

const any = (texts: readonly string[]): string => texts.map((text) => text.replaceAll('.', '\\.')).join('|');

const PATTERNS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a path', new RegExp(`['"\`](?:POST |GET |DELETE )?(?:${any(PATHS)})(?=['"\`/ ])`)],
  ['a comparison with a name', new RegExp(`\\bendpoint\\w*(?:\\.\\w+)?\\s*[!=]==?\\s*'(?:${any(NAMES)})'`)],
  ['a name', new RegExp(`\\bendpoint: '(?:${any(NAMES)})'`)],
  ['a codec by its name', new RegExp(`\\bendpoints(?:\\?)?\\.(?:${any(NAMES)})\\b|'(?:${any(NAMES)})' in endpoints`)],
  ['a set or a record of names', /\b(?:Set|Map|Record)<\s*Endpoint(?:Name)?\b(?!>?,? ?\w*Descriptor)[^>]*>+\(\[/],
  ['a switch over names', /\bswitch \([\w.]*endpoint\w*\)/],
];

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(?<=^|\s)\/\/[^\n]*/g, '');
}

/** Finds the names of endpoints in a source that may not have them. */
function findNames(source: string): string[] {
  const code = withoutComments(source);
  return PATTERNS.flatMap(([what, pattern]) => {
    const found = pattern.exec(code);
    return found ? [`${what}: ${found[0]}`] : [];
  });
}

function listSources(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', 'apps/gateway', 'libs'], { cwd: ROOT, encoding: 'utf8' });
  return stdout.split('\n').filter((file) => file.endsWith('.ts') && !ALLOWED.some((pattern) => pattern.test(file)));
}

describe('an endpoint is named in its folder alone', () => {
  const sources = listSources();

  it('in the sources of the gateway and of the libraries', () => {
    expect(sources.length).toBeGreaterThan(300);
    const named = sources.flatMap((file) =>
      findNames(readFileSync(join(ROOT, file), 'utf8')).map((found) => `${file} names ${found}`),
    );
    expect(named).toEqual([]);
  });

  it.each([
    ["if (path === '/v1/messages') return;"],
    ["const url = '/v1/chat/completions/x';"],
    ["if (plan.endpoint === 'countTokens') return;"],
    ["if (endpoint.name !== 'moderations') return;"],
    ["callModel({ endpoint: 'rerank' })"],
    ['const codec = adapter.endpoints.chat;'],
    ["const serves = 'embeddings' in endpoints;"],
    ["const KEPT = new Set<Endpoint>(['chat']);"],
    ["switch (plan.endpoint) { case 'chat': }"],
  ])('finds %s', (source) => {
    expect(findNames(source)).not.toEqual([]);
  });

  it.each([
    ["const { messages } = request; if (role === 'messages') return;"],
    ["const type: ModelType = 'chat';"],
    ["// the messages of '/v1/messages'"],
    ["/** endpoint: 'chat' */"],
    ["const PATH = '/v1/models';"],
  ])('lets pass %s', (source) => {
    expect(findNames(source)).toEqual([]);
  });
});
