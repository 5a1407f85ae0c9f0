import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT } from '@multilane/testing';

const SOURCES = join(PROJECT_ROOT, 'libs/importers/src');

/** Calls that reports advise, such as `POST /org/invites`. */
const advised = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .flatMap((path) =>
    Array.from(
      readFileSync(join(SOURCES, path), 'utf8').matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g),
      ([, method = '', route = '']) => `${method} ${route}`,
    ),
  );

/** Routes of the control plane, of the client that is generated from it: a route without a method says `never`. */
function listRoutes(): Set<string> {
  const text = readFileSync(join(PROJECT_ROOT, 'apps/console/src/api/schema.d.ts'), 'utf8');
  const routes = new Set<string>();
  let path = '';
  for (const line of text.split('\n')) {
    path = /^ {4}"(\/[^"]*)": \{$/.exec(line)?.[1] ?? path;
    const method = /^ {8}(get|post|put|patch|delete): /.exec(line)?.[1];
    if (method !== undefined) routes.add(`${method.toUpperCase()} ${path}`);
  }
  return routes;
}

describe('the advice of a report', () => {
  it('names routes that there are', () => {
    const routes = listRoutes();
    expect(routes.size).toBeGreaterThan(50);
    expect(advised.length).toBeGreaterThan(2);
    expect(advised.filter((route) => !routes.has(route))).toEqual([]);
  });
});
