import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ALL_PERMISSIONS, actionOf, grantableOf, groupPermissions, setPermission, withReads } from './permissions.js';

type Texts = Record<'group' | 'permission' | 'resource', Record<string, string>>;

describe('permissions of an account of the organization', () => {
  it('are listed once each, by group and resource', () => {
    const listed = groupPermissions(ALL_PERMISSIONS).flatMap(({ rows }) =>
      rows.flatMap(({ permissions }) => permissions),
    );
    expect([...listed].sort()).toEqual([...ALL_PERMISSIONS].sort());
    expect(groupPermissions(['gateway.keys.manage', 'org.read', 'gateway.keys.read'])).toEqual([
      { group: 'organization', rows: [{ resource: 'org', permissions: ['org.read'] }] },
      {
        group: 'access',
        rows: [{ resource: 'gateway_keys', permissions: ['gateway.keys.read', 'gateway.keys.manage'] }],
      },
    ]);
  });

  it.each(['en', 'zh-CN'])('have texts for each group and resource: %s', (language) => {
    const file = new URL(`../../locales/${language}/organization-accounts.json`, import.meta.url);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
    const groups = groupPermissions(ALL_PERMISSIONS);
    const resources = groups.flatMap(({ rows }) => rows.map(({ resource }) => resource));
    const actions = [...new Set(ALL_PERMISSIONS.map(actionOf))];
    const missing = [
      ...groups.filter(({ group }) => texts.group[group] === undefined).map(({ group }) => `group.${group}`),
      ...resources.filter((resource) => texts.resource[resource] === undefined).map((name) => `resource.${name}`),
      ...actions.filter((action) => texts.permission[action] === undefined).map((name) => `permission.${name}`),
    ];
    expect(missing.map((key) => `add ${key} to locales/${language}/organization-accounts.json`)).toEqual([]);
  });

  it('that nobody knows any more are not listed, and not granted again', () => {
    expect(groupPermissions(['gateway.gone.read'])).toEqual([]);
    expect(grantableOf(['gateway.gone.read', 'org.read', 'gateway.payloads.read'])).toEqual(['org.read']);
  });

  it('are granted and taken one by one, and never twice', () => {
    expect(setPermission(['org.read'], 'org.manage', true)).toEqual(['org.read', 'org.manage']);
    expect(setPermission(['org.read'], 'org.read', true)).toEqual(['org.read']);
    expect(setPermission(['org.read', 'org.manage'], 'org.read', false)).toEqual(['org.manage']);
  });

  it('that only show are added to what is chosen', () => {
    const chosen = withReads(['gateway.keys.manage', 'gateway.keys.read']);
    expect(new Set(chosen).size).toBe(chosen.length);
    expect(chosen.filter((permission) => actionOf(permission) !== 'read')).toEqual(['gateway.keys.manage']);
    expect(chosen).toEqual(expect.arrayContaining(['org.read', 'workspace.members.read', 'gateway.audit.read']));
  });
});
