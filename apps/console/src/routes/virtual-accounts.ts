import { IconRobot } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { pickSearch } from './pick-search.js';

export const virtualAccountsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/virtual-accounts',
    load: () => import('../features/virtual-accounts/virtual-accounts-page.js'),
    texts: ['fields', 'virtual-accounts'],
    guide: 'concepts',
    search: pickSearch('q', 'open'),
    nav: {
      group: 'access',
      order: 20,
      title: 'virtualAccounts',
      under: 'keys',
      icon: IconRobot,
      permission: 'gateway.serviceaccounts.read',
    },
  },
];
