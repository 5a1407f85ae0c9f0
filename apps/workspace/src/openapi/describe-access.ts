import type { Access } from '../access/access.js';

/** Describes the callers of an operation. */
export function describeAccess(access: Access): {
  security: Record<string, string[]>[];
  note: string;
  permission?: string;
} {
  switch (access.kind) {
    case 'public':
      return { security: [], note: 'Needs no credential.' };
    case 'scim':
      return { security: [{ scim: [] }], note: 'Needs a SCIM token.' };
    case 'person':
      return access.pat
        ? { security: [{ session: [] }, { bearer: [] }], note: 'Needs a person: a console session or a PAT.' }
        : { security: [{ session: [] }], note: 'Needs a console session.' };
    case 'permission': {
      const { permission, place, session } = access;
      const where = {
        organization: 'over the organization',
        workspace: 'in the workspace',
        anywhere: 'where it is used',
        knowledge: 'in the workspace',
      };
      const note = `Needs the permission \`${permission}\` ${where[place]}${session ? ', and a console session' : ''}.`;
      const security: Record<string, string[]>[] = session ? [{ session: [] }] : [{ session: [] }, { bearer: [] }];
      return { security, note, permission };
    }
  }
}

/** The statuses that every route with such an access may answer beside its own. */
export function errorStatusesOf(access: Access): string[] {
  return access.kind === 'public' ? ['400', '429'] : ['400', '401', '403', '404', '409'];
}
