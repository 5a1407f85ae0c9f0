import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parseSync } from '@swc/core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface AstNode {
  readonly type: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function* childrenOf(node: object): Generator<AstNode> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) {
        if (isNode(item)) yield item;
        else if (typeof item === 'object' && item !== null) yield* childrenOf(item);
      }
    } else if (isNode(value)) yield value;
    else if (typeof value === 'object' && value !== null && !('start' in value)) yield* childrenOf(value);
  }
}

function contains(node: AstNode, matches: (node: AstNode) => boolean): boolean {
  if (matches(node)) return true;
  for (const child of childrenOf(node)) if (contains(child, matches)) return true;
  return false;
}

const namesOf = (pattern: unknown): string[] => {
  const names: string[] = [];
  if (isNode(pattern)) {
    contains(pattern, (node) => {
      if (node.type === 'Identifier') names.push(String(node.value));
      return false;
    });
  }
  return names;
};

/** True if a handler throws, or does anything with the error. */
function isHeard(body: AstNode, caught: unknown): boolean {
  const names = namesOf(caught);
  return contains(
    body,
    (node) => node.type === 'ThrowStatement' || (node.type === 'Identifier' && names.includes(String(node.value))),
  );
}

/** A function that is named is taken for one that reports, unless its name says otherwise. */
function isSilentHandler(handler: AstNode): boolean {
  if (handler.type === 'Identifier') return /^(ignore|noop|nothing)/i.test(String(handler.value));
  if (handler.type !== 'ArrowFunctionExpression' && handler.type !== 'FunctionExpression') return false;
  const [first] = (handler.params ?? []) as unknown[];
  const { body } = handler;
  return isNode(body) && !isHeard(body, first);
}

/** True for synchronous code that has another answer for a failure: a text that is no JSON, a name that is no address. */
function isParsing({ block }: AstNode, handler: AstNode): boolean {
  const waits = isNode(block) && contains(block, ({ type }) => type === 'AwaitExpression');
  return !waits && ((handler.stmts ?? []) as unknown[]).length > 0;
}

/** Ends early where it is aborted, which is no failure. */
function isSleep({ object }: AstNode): boolean {
  return isNode(object) && isNode(object.callee) && object.callee.value === 'sleep';
}

/** Finds catches of failures that nobody hears of, and that no comment beside them explains. */
function findSilentCatches(text: string): { line: number; code: string }[] {
  const bytes = Buffer.from(text);
  const module = parseSync(text, { syntax: 'typescript', target: 'es2022', decorators: true }) as unknown as AstNode;
  // Positions count on over all that is parsed; a leading comment is not in the module's span.
  const end = module.span?.end ?? 0;
  const base = end - bytes.length;
  const lines = text.split('\n');
  const lineOf = (position: number): number =>
    bytes
      .subarray(0, Math.max(0, position - base))
      .toString()
      .split('\n').length;
  const found: { line: number; code: string }[] = [];
  const note = ({ span }: AstNode, from: AstNode = { type: '', span: span as never }): void => {
    const [first, last] = [lineOf(from.span?.start ?? 0), lineOf(span?.end ?? 0)];
    // Within it, above it, or above the short function that it is.
    const near = lines.slice(Math.max(0, first - 4), last);
    if (near.some((line) => /^\s*(\/\/|\/?\*)|\s\/\/ |\/\* /.test(line))) return;
    found.push({ line: lineOf(span?.start ?? 0), code: lines[lineOf(span?.start ?? 0) - 1]?.trim() ?? '' });
  };
  const visit = (node: AstNode): void => {
    if (node.type === 'TryStatement' && isNode(node.handler)) {
      const { body, param } = node.handler;
      if (isNode(body) && !isHeard(body, param) && !isParsing(node, body)) note(node.handler, node.handler);
    }
    const { callee } = node;
    if (
      node.type === 'CallExpression' &&
      isNode(callee) &&
      isNode(callee.property) &&
      callee.property.value === 'catch' &&
      !isSleep(callee)
    ) {
      const [handler] = (node.arguments as { readonly expression: AstNode }[]).map(({ expression }) => expression);
      if (handler !== undefined && isSilentHandler(handler)) note(node);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(module);
  return found;
}

/** Left out: what runs in browsers, what is for tests alone, and what ends with its one command. */
const EXCLUDED = /\.spec\.ts$|^apps\/console\/|^libs\/testing\/|^apps\/cli\//;

describe('a failure that is caught', () => {
  it.each([
    ['an empty catch', 'try { a(); } catch {}', 1],
    [
      'a catch that only returns',
      'async function f() {\n\n\n\n  try {\n    return await a();\n  } catch {\n    return undefined;\n  }\n}',
      1,
    ],
    [
      'a text that is not what it should be',
      'function f() { try { return JSON.parse(a); } catch { return undefined; } }',
      0,
    ],
    ['a pause that is cut short', 'sleep(5, undefined, { signal }).catch(() => undefined);', 0],
    ['a promise whose failure is swallowed', 'work().catch(() => undefined);', 1],
    ['a handler that is named for doing nothing', 'work().catch(ignore);', 1],
    ['an error that is named and not used', 'work().catch((error: unknown) => { counter += 1; });', 1],
    ['an error that is reported', 'try { a(); } catch (error) { report(error); }', 0],
    ['a handler that reports', 'work().catch(onFailure); work().catch((error) => log(error));', 0],
    ['another error that is thrown', 'try { a(); } catch { throw new Error("b"); }', 0],
    ['a comment that says why', '// It is asked again at the next tick.\nwork().catch(() => undefined);', 0],
    ['a comment within it', 'try { a(); } catch {\n  // Not a number: the text stays.\n}', 0],
  ])('is found where nobody hears of it: %s', (_what, text, count) => {
    expect(findSilentCatches(text)).toHaveLength(count);
  });

  it('is thrown again, reported, or explained by a comment beside it', () => {
    const list = execFileSync('git', ['ls-files', 'apps/*/src/*.ts', 'libs/*/src/*.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const silent = list
      .split('\n')
      .filter((path) => path !== '' && !EXCLUDED.test(path))
      .flatMap((path) => {
        const text = readFileSync(join(ROOT, path), 'utf8');
        if (!text.includes('catch')) return [];
        return findSilentCatches(text).map(({ line, code }) => `${path}:${line}: ${code}`);
      });
    expect(silent).toEqual([]);
  }, 60_000);
});
