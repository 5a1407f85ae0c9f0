import { IconUsers } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { pickSearch } from './pick-search.js';

export const membersPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/members',
    load: () => import('../features/members/members-page.js'),
    texts: ['fields', 'members'],
    guide: 'roles',
    search: pickSearch('q', 'open'),
    nav: { group: 'access', order: 30, title: 'members', icon: IconUsers, permission: 'workspace.members.read' },
  },
];
