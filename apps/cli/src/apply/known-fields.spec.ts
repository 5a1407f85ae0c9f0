import { describe, expect, it } from '@jest/globals';
import { findUnknownFields, knownFieldsIn } from './known-fields.js';
import { findKind } from './resource-kinds.js';

const body = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } });

/** Description of a service: one path with two kinds of resources, and references. */
const DOCUMENT = {
  paths: {
    '/admin/teams': { post: body({ $ref: '#/components/schemas/CreateTeam' }) },
    '/admin/teams/{id}': { patch: body({ properties: { note: {} } }) },
    '/admin/models': { post: body({ oneOf: [{ properties: { logical_name: {} } }, { properties: { targets: {} } }] }) },
  },
  components: { schemas: { CreateTeam: { allOf: [{ properties: { name: {} } }, { properties: { rpm_limit: {} } }] } } },
};

const wanted = (section: string, fields: object) => {
  const kind = findKind(section);
  if (kind === undefined) throw new Error(`no section ${section}`);
  return { kind, name: 'x', fields: { ...fields } };
};

describe('fields of a manifest', () => {
  const known = knownFieldsIn(DOCUMENT);

  it('are those that the service describes', () => {
    const teams = wanted('teams', { name: 'x', rpm_limit: 1, note: 'y' });
    const models = wanted('virtual_models', { logical_name: 'x', targets: [] });
    expect(findUnknownFields([teams, models], known, new Map())).toEqual([]);
  });

  it('are named where the service does not know them', () => {
    expect(
      findUnknownFields([wanted('teams', { name: 'x', rpm_limitt: 1, constructor: 2 })], known, new Map()),
    ).toEqual(['teams: x: rpm_limitt: is no field of a team', 'teams: x: constructor: is no field of a team']);
  });

  it('may be those that the service shows, as in an exported manifest', () => {
    const remote = new Map([['teams', [{ id: '1', key_count: 3 }]]]);
    expect(findUnknownFields([wanted('teams', { name: 'x', key_count: 3 })], known, remote)).toEqual([]);
  });

  it('are left to a service that does not describe itself', () => {
    expect(findUnknownFields([wanted('teams', { any: 1 })], knownFieldsIn({}), new Map())).toEqual([]);
  });
});
