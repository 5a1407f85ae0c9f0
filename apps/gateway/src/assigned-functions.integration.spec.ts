import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseSync } from '@swc/core';

const ROOT = join(import.meta.dirname, '../../..');

/** Rooms of the gateway that are made once a process, or work apart from requests: a field may hold a function there. */
const APART = ['app', 'database', 'knowledge', 'openapi', 'processes', 'snapshot', 'start', 'warm-up', 'workers'];

/** Folders of the code that requests and their frames run through. */
const FOLDERS = [
  ...readdirSync(join(ROOT, 'apps/gateway/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !APART.includes(entry.name))
    .map(({ name }) => `apps/gateway/src/${name}`),
  ...['auth', 'contracts', 'errors', 'http', 'policy', 'providers', 'telemetry', 'tokens', 'validation'].map(
    (name) => `libs/${name}/src`,
  ),
];

interface AstNode {
  readonly type?: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is AstNode => typeof value === 'object' && value !== null;

const isFunction = (value: unknown): boolean =>
  isNode(value) && (value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression');

/** `object.field = () => …`, and what becomes of a field of a class that is written so; private names stay definitions. */
function isAssignedFunction({ type, left, right, value }: AstNode): boolean {
  if (type === 'ClassProperty') return isFunction(value);
  return type === 'AssignmentExpression' && isNode(left) && left.type === 'MemberExpression' && isFunction(right);
}

function countAssignedFunctions(text: string): number {
  const count = (node: unknown): number => {
    if (Array.isArray(node)) return node.reduce((sum: number, each) => sum + count(each), 0);
    if (!isNode(node)) return 0;
    return Object.values(node).reduce((sum: number, each) => sum + count(each), isAssignedFunction(node) ? 1 : 0);
  };
  return count(parseSync(text, { syntax: 'typescript', decorators: true }));
}

/** Made once a process, whatever is served. */
const ONCE = [
  'libs/telemetry/src/audit/spool/create-spooled-writer.ts',
  'libs/telemetry/src/line-stream.ts',
  'libs/telemetry/src/metrics/metrics.ts',
];

describe('functions that are assigned to a property where they are written', () => {
  it.each([
    ['a.b = () => 1;', 1],
    ['a.b ??= function () {};', 1],
    ['class A {\n  b = () => 1;\n}', 1],
    ['const b = () => 1;\na.b = b;\na.b = b.bind(a);\na.c(() => 1);\nclass A {\n  #b = () => 1;\n  b() {}\n}', 0],
  ])('are found: %j', (text, count) => {
    expect(countAssignedFunctions(text)).toBe(count);
  });

  it.each(FOLDERS)(
    'are nowhere on the way of a request: V8 would keep the request until a full collection; %s',
    (folder) => {
      const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
        .map((path) => join(folder, path))
        .filter((path) => !ONCE.includes(path));
      expect(files.length).toBeGreaterThan(0);
      const found = files.filter((path) => countAssignedFunctions(readFileSync(join(ROOT, path), 'utf8')) > 0);
      expect(found).toEqual([]);
    },
  );
});
