import {
  IconBuilding,
  IconFileImport,
  IconLayoutGrid,
  IconLogin2,
  IconRobotFace,
  IconServer2,
  IconShieldLock,
  IconUserCog,
  IconUserShare,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { pickSearch } from './pick-search.js';

export const organizationPages: readonly PageDefinition[] = [
  {
    path: '/org',
    load: () => import('../features/organization/overview-page.js'),
    texts: ['organization'],
    search: pickSearch('open'),
    nav: { group: 'organization', order: 10, title: 'organization', icon: IconBuilding, permission: 'org.read' },
  },
  {
    path: '/org/people',
    load: () => import('../features/people/people-page.js'),
    texts: ['fields', 'people'],
    search: pickSearch('q', 'role', 'active', 'tab', 'open'),
    nav: { group: 'organization', order: 20, title: 'people', icon: IconUserCog, permission: 'org.members.read' },
  },
  {
    path: '/org/teams',
    load: () => import('../features/teams/teams-page.js'),
    texts: ['fields', 'teams'],
    search: pickSearch('q', 'open'),
    nav: { group: 'organization', order: 30, title: 'teams', icon: IconUsersGroup, permission: 'gateway.teams.read' },
  },
  {
    path: '/org/workspaces',
    load: () => import('../features/workspaces/workspaces-page.js'),
    texts: ['workspaces'],
    search: pickSearch('q', 'open'),
    nav: { group: 'organization', order: 40, title: 'workspaces', icon: IconLayoutGrid, permission: 'workspace.read' },
  },
  {
    path: '/org/accounts',
    load: () => import('../features/virtual-accounts/organization-accounts-page.js'),
    texts: ['fields', 'organization-accounts', 'virtual-accounts'],
    search: pickSearch('q', 'open'),
    nav: {
      group: 'organization',
      order: 45,
      title: 'organizationAccounts',
      icon: IconRobotFace,
      permission: 'org.accounts.read',
    },
  },
  {
    path: '/org/credential-policy',
    load: () => import('../features/organization/credential-policy-page.js'),
    texts: ['organization'],
    nav: { group: 'organization', order: 50, title: 'credentialPolicy', icon: IconShieldLock, permission: 'org.read' },
  },
  {
    path: '/org/sso',
    load: () => import('../features/sso/sso-page.js'),
    texts: ['sso'],
    search: pickSearch('provider'),
    nav: { group: 'organization', order: 60, title: 'sso', icon: IconLogin2, permission: 'org.manage' },
  },
  {
    path: '/org/scim',
    load: () => import('../features/scim/scim-page.js'),
    texts: ['fields', 'scim'],
    search: pickSearch('tab', 'open'),
    nav: { group: 'organization', order: 70, title: 'scim', icon: IconUserShare, permission: 'org.scim.manage' },
  },
  {
    path: '/org/import',
    load: () => import('../features/config-import/import-page.js'),
    texts: ['import'],
    nav: { group: 'organization', order: 90, title: 'import', icon: IconFileImport, permission: 'org.deployment.read' },
  },
  {
    path: '/org/deployment',
    load: () => import('../features/deployment/deployment-page.js'),
    texts: ['deployment'],
    nav: {
      group: 'organization',
      order: 100,
      title: 'deployment',
      icon: IconServer2,
      permission: 'org.deployment.read',
    },
  },
];
