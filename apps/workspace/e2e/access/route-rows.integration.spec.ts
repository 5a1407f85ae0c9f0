import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Description, describeWithoutServices } from '../../src/app/describe-without-services.js';
import { CALLERS } from './access-matrix.js';
import { loadMatrices } from './load-matrices.js';

const { rows, ids, files } = await loadMatrices();

const FOLDER = 'apps/workspace/e2e/access';
/** The file of a route's row. One that has none belongs into the file of those whose path begins alike. */
const fileOf = (route: string): string => {
  const [, beginning = ''] = /^\w+ ((?:\/[\w-]+){1,2})/.exec(route) ?? [];
  const alike = Object.keys(files).find((each) => `${each}/`.includes(` ${beginning}/`));
  return `${FOLDER}/${files[route] ?? files[alike ?? ''] ?? '<module>.matrix.ts'}`;
};

/** Served unless it has a port of its own, which a service without settings seems to have. */
const METRICS = 'GET /metrics';

/** Parameters that are no ids of what tenants have: words of the service, and parts of what an id before them names. */
const PARTS: ReadonlySet<string> = new Set([
  ...['first', 'second', 'third', 'fourth', 'fifth'],
  ...['name', 'uri'],
  ...['label', 'step'],
  // Public: strangers send them.
  ...['organization', 'workflow'],
]);

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses?: Readonly<Record<string, unknown>>;
}
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * Everything that a route of the control plane needs beside its controller, in one place: the row in a matrix of this folder. Each problem
 * names the route, what is missing, and the file to write it into.
 */
describe('the row of each route', () => {
  let routes: Description['routes'];
  let operations: Operations;
  let served: readonly string[];

  beforeAll(async () => {
    const { document, routes: all } = await describeWithoutServices();
    routes = all;
    operations = document.paths as unknown as Operations;
    served = [...routes.map(({ method, path }) => `${method} ${path}`), METRICS];
  });

  /** The operation of a route in the OpenAPI document, where path parameters stand in braces. */
  const operationOf = (route: string): Operation | undefined => {
    const [method = '', path = ''] = route.split(' ');
    return operations[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  };

  /** SCIM has versions of its own (docs/contract/scim.md), which its document declares as a header too. */
  const takesVersion = (route: string): boolean => {
    const { parameters = [], responses = {} } = operationOf(route) ?? {};
    const isHeader = parameters.some(({ name, in: place }) => place === 'header' && name.toLowerCase() === 'if-match');
    return isHeader && '412' in responses;
  };

  it('is there, and says of every kind of caller whether it is let in', () => {
    expect(served.length).toBeGreaterThan(200);
    const missing = served
      .filter((route) => rows[route] === undefined)
      .map((route) => `${route}: add a row to ${fileOf(route)} that says who may call it (allowed, refused)`);
    const gone = Object.keys(rows)
      .filter((route) => !served.includes(route))
      .map((route) => `${route}: no controller has this route: remove its row from ${fileOf(route)}`);
    const incomplete = Object.entries(rows).flatMap(([route, { allowed, refused }]) => {
      const unnamed = CALLERS.filter((caller) => !allowed.includes(caller) && !refused.includes(caller));
      return unnamed.length === 0 ? [] : [`${route}: ${fileOf(route)} does not say whether it lets in ${unnamed}`];
    });
    expect([...missing, ...gone, ...incomplete]).toEqual([]);
  });

  it('lets in strangers where the controller says @Public(), and nowhere else', () => {
    const problems = routes.flatMap(({ access, method, path }) => {
      const route = `${method} ${path}`;
      const isPublic = access?.kind === 'public';
      if (rows[route] === undefined || rows[route].allowed.includes('stranger') === isPublic) return [];
      return [`${route}: is ${isPublic ? '' : 'not '}@Public(), and ${fileOf(route)} says otherwise`];
    });
    expect(problems).toEqual([]);
  });

  it('comes with a maker of each id in its path', () => {
    const problems = served.flatMap((route) => {
      const [, path = ''] = route.split(' ');
      return [...path.matchAll(/\/:(?:id|\w+_id)\b/g)].flatMap(({ 0: part, index }) => {
        const upTo = path.slice(0, index) + part;
        if (upTo in ids || part.slice(1) in ids) return [];
        return [`${route}: add '${upTo}', which makes an id of a tenant, to IDS of ${fileOf(route)}`];
      });
    });
    expect(problems).toEqual([]);
  });

  it('has two tenants compared in each of its parameters, which are ids or known parts', () => {
    const problems = served.flatMap((route) =>
      [...route.matchAll(/:(\w+)/g)].flatMap(([, name = '']) =>
        name === 'id' || name.endsWith('_id') || PARTS.has(name)
          ? []
          : [
              `${route}: name the parameter \`id\` or \`${name}_id\`, or add it to PARTS if it names nothing of a tenant`,
            ],
      ),
    );
    expect(problems).toEqual([]);
  });

  it('gives a reason if a change does not honour If-Match (docs/contract/control-plane.md#versions)', () => {
    const changes = served.filter((route) => /^(PATCH|PUT|DELETE) /.test(route));
    expect(changes.length).toBeGreaterThan(50);
    const problems = changes.flatMap((route) => {
      const isUnversioned = rows[route]?.unversioned !== undefined;
      if (takesVersion(route) !== isUnversioned) return [];
      if (isUnversioned) return [`${route}: honours If-Match: remove \`unversioned\` from its row in ${fileOf(route)}`];
      return [`${route}: declare @HonoursVersion(), or the reason as \`unversioned\` in its row in ${fileOf(route)}`];
    });
    expect(problems).toEqual([]);
  });

  it('is of a resource that can be read, with its version, if it honours If-Match', () => {
    const unreadable = served
      .filter((route) => /^(PATCH|PUT|DELETE) /.test(route) && takesVersion(route))
      .filter((route) => !placesOf(route).some((path) => served.includes(`GET ${path}`)));
    expect(unreadable.map((route) => `${route}: there is no GET that sends its version`)).toEqual([]);
  });
});

/** The path of a route, and those of the single things above it: a part has the version of the whole. */
function placesOf(route: string): string[] {
  const parts = route.split(' ')[1]?.split('/') ?? [];
  return parts
    .map((_, place) => parts.slice(0, parts.length - place))
    .filter((shorter) => shorter.length === parts.length || shorter.at(-1)?.startsWith(':'))
    .map((shorter) => shorter.join('/'));
}
