import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeWithoutServices } from '../../src/app/describe-without-services.js';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses?: Readonly<Record<string, unknown>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const NEVER_CHANGED = 'It is made and removed, and never changed: there is no change that a removal could undo unseen.';
const WHOLE = 'It is replaced as a whole: nothing that somebody else wrote into another field is lost.';
const MEMBERSHIP = 'Somebody is in it or not.';

/** Routes without versions, and why. Every other PATCH, PUT and DELETE of the control plane honours If-Match. */
const WITHOUT: Readonly<Record<string, string>> = {
  'DELETE /admin/mcp-servers/{id}/connection': NEVER_CHANGED,
  'DELETE /admin/service-accounts/{id}/tokens/{token_id}': NEVER_CHANGED,
  'DELETE /admin/teams/{id}/members/{user_id}': MEMBERSHIP,
  'PUT /admin/teams/{id}/members/{user_id}': MEMBERSHIP,
  'DELETE /admin/users/{id}/second-factor': NEVER_CHANGED,
  'DELETE /admin/users/{id}/sessions': NEVER_CHANGED,
  'DELETE /admin/users/{id}/sessions/{session_id}': NEVER_CHANGED,
  'DELETE /admin/users/{id}/tokens': NEVER_CHANGED,
  'DELETE /admin/users/{id}/tokens/{token_id}': NEVER_CHANGED,
  'DELETE /admin/workspaces/{id}/payload-capture': WHOLE,
  'PUT /admin/workspaces/{id}/payload-capture': WHOLE,
  'DELETE /auth/sessions': NEVER_CHANGED,
  'DELETE /auth/sessions/{id}': NEVER_CHANGED,
  'DELETE /auth/tokens/{id}': NEVER_CHANGED,
  'DELETE /org/accounts/{id}/tokens/{token_id}': NEVER_CHANGED,
  'DELETE /org/invites/{id}': NEVER_CHANGED,
  'DELETE /org/scim-tokens/{id}': NEVER_CHANGED,
  'PUT /org/statements/rules': WHOLE,
  'DELETE /w/evals/runs/{id}': NEVER_CHANGED,
  'DELETE /w/kb/{id}/documents/{document_id}': NEVER_CHANGED,
  'DELETE /w/workflows/{id}/hook': WHOLE,
  'PUT /w/workflows/{id}/hook': WHOLE,
};

/** SCIM has versions of its own (docs/contract/scim.md), which its document declares as a header too. */
const CHANGES = ['patch', 'put', 'delete'] as const;

describe('routes that change a resource (docs/contract/control-plane.md#versions)', () => {
  let paths: Paths;
  let changes: readonly (readonly [string, Operation, string])[];

  beforeAll(async () => {
    ({ paths } = (await describeWithoutServices()) as unknown as { paths: Paths });
    changes = Object.entries(paths).flatMap(([path, item]) =>
      CHANGES.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [[`${method.toUpperCase()} ${path}`, operation, path] as const];
      }),
    );
  });

  const takesVersion = ({ parameters = [] }: Operation): boolean =>
    parameters.some(({ name, in: place }) => place === 'header' && name.toLowerCase() === 'if-match');

  it('honour If-Match and answer 412, or have a reason why not', () => {
    expect(changes.length).toBeGreaterThan(50);
    const missing = changes
      .filter(
        ([route, operation]) =>
          !(route in WITHOUT) && !(takesVersion(operation) && '412' in (operation.responses ?? {})),
      )
      .map(([route]) => route);
    expect(missing).toEqual([]);
  });

  it('have no reason where they honour it, or are gone', () => {
    const without = changes.filter(([, operation]) => !takesVersion(operation)).map(([route]) => route);
    expect(Object.keys(WITHOUT).filter((route) => !without.includes(route))).toEqual([]);
  });

  it('are of a resource that can be read, with its version', () => {
    const unreadable = changes
      .filter(([route, operation]) => !(route in WITHOUT) && takesVersion(operation))
      .filter(([, , path]) => paths[path]?.get === undefined)
      .map(([route]) => route);
    expect(unreadable).toEqual([]);
  });
});
