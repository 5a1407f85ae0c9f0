import type { TeamRecord } from '@multilane/persistence';
import { describeText } from '../../fields/describe-text.js';
import { isId } from '../../fields/is-id.js';
import { etagOf } from './protocol/etag.js';
import { isMembers, type Resource } from './protocol/resource.js';
import { GROUP_SCHEMA } from './protocol/resource-schema.js';
import { invalidAttribute } from './protocol/scim-error.js';

/** Values of a team that a SCIM client may set. Models, limits and budget are for people to set. */
export interface ScimGroupValues {
  readonly name: string;
  readonly scimExternalId: string | null;
  readonly members: readonly string[];
}

/** A person who is in a group. */
export interface GroupMember {
  readonly id: string;
  readonly name: string;
}

/** A team as SCIM shows it. */
export function toScimGroup(team: TeamRecord, members: readonly GroupMember[], baseUrl: string): Resource {
  return {
    schemas: [GROUP_SCHEMA.id],
    id: team.id,
    ...(team.scimExternalId === null ? {} : { externalId: team.scimExternalId }),
    displayName: team.name,
    ...(members.length === 0
      ? {}
      : {
          members: members.map(({ id, name }) => ({
            value: id,
            $ref: `${baseUrl}/Users/${id}`,
            display: name,
            type: 'User',
          })),
        }),
    meta: {
      resourceType: 'Group',
      created: team.createdAt.toISOString(),
      lastModified: team.updatedAt.toISOString(),
      location: `${baseUrl}/Groups/${team.id}`,
      version: etagOf(team.revision),
    },
  };
}

/** Reads the values of a team from a resource. Fails with 400. */
export function readGroupValues({ displayName, externalId, members }: Resource): ScimGroupValues {
  if (displayName === undefined) throw invalidAttribute('displayName', 'is required');
  const problem = describeText(displayName, {});
  if (problem !== undefined) throw invalidAttribute('displayName', problem);
  const external = externalId === undefined ? undefined : describeText(externalId, { max: 254 });
  if (external !== undefined) throw invalidAttribute('externalId', external);
  return {
    name: String(displayName),
    scimExternalId: externalId === undefined ? null : String(externalId),
    members: (Array.isArray(members) ? members : []).map((member, index) => {
      const id = isMembers(member) ? member.value : undefined;
      if (typeof id === 'string' && isId(id)) return id;
      throw invalidAttribute(`members[${index}].value`, 'must be the id of a user');
    }),
  };
}
