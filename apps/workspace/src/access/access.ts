import type { Permission } from '@multilane/auth';
import { ACCESS_METADATA, type PublicAccess } from '@multilane/http';
import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/**
 * Place in which a permission must be held. `organization`: over it as a whole. `workspace`: in the one that the request means
 * (`?workspace_id=`). `anywhere`: in some team or workspace; what exactly the requester may touch there is then asked for each row, with
 * `requester.demand`. `knowledge`: in the workspace whose knowledge the request means, which a key that is bound to none may mean too
 * (docs/contract/knowledge.md#access).
 */
export type PermissionScope = 'organization' | 'workspace' | 'anywhere' | 'knowledge';

/** Callers that may use a route. */
export type Access =
  | PublicAccess
  /** A signed-in person, or with `pat` also a person's token. */
  | { readonly kind: 'person'; readonly pat: boolean }
  | {
      readonly kind: 'permission';
      readonly permission: Permission;
      readonly place: PermissionScope;
      /** Only a signed-in person: whatever a token may do, it does not make further tokens. */
      readonly session: boolean;
      /** Only a person: in a session, or with a PAT. */
      readonly person: boolean;
    }
  /** A SCIM token. */
  | { readonly kind: 'scim' };

const declare = (access: Access): CustomDecorator => SetMetadata(ACCESS_METADATA, access);

/** The route needs a permission, by default over the whole organization and of whatever credential. */
export function RequirePermission(
  permission: Permission,
  {
    in: place = 'organization',
    person = false,
    session = false,
  }: { in?: PermissionScope; person?: boolean; session?: boolean } = {},
) {
  return declare({ kind: 'permission', permission, place, person, session });
}

/** The route needs a person and no permission: a console session or, unless `session` says otherwise, a PAT. */
export function RequirePerson({ session = false }: { session?: boolean } = {}) {
  return declare({ kind: 'person', pat: !session });
}

/** The route is for a SCIM client. */
export const RequireScimToken = (): CustomDecorator => declare({ kind: 'scim' });
