import {
  IconAddressBook,
  IconChartBar,
  IconFileImport,
  IconFileInvoice,
  IconLayoutDashboard,
} from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { USAGE_FILTERS } from '../features/usage/usage-filters.js';
import { readTexts } from '../ui/read-search.js';
import { pickSearch } from './pick-search.js';

export const usagePages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/usage',
    load: () => import('../features/usage/usage-page.js'),
    texts: ['dashboards', 'fields', 'usage'],
    guide: 'usage',
    search: (raw) => readTexts(raw, USAGE_FILTERS),
    nav: { group: 'observe', order: 20, title: 'usage', icon: IconChartBar, permission: 'gateway.usage.read' },
  },
  {
    path: '/w/$workspace/dashboards',
    load: () => import('../features/usage/dashboards/dashboards-page.js'),
    texts: ['dashboards', 'usage'],
    guide: 'usage#dashboards',
    search: pickSearch('dashboard', 'open'),
    nav: {
      group: 'observe',
      order: 21,
      title: 'dashboards',
      under: 'usage',
      icon: IconLayoutDashboard,
      permission: 'gateway.usage.read',
    },
  },
  {
    path: '/w/$workspace/customers',
    load: () => import('../features/customers/customers-page.js'),
    texts: ['customers'],
    guide: 'usage#who-caused-it',
    search: pickSearch('q', 'open', 'scope'),
    nav: {
      group: 'observe',
      order: 22,
      title: 'customers',
      under: 'usage',
      icon: IconAddressBook,
      permission: 'gateway.usage.read',
    },
  },
  {
    path: '/w/$workspace/team-statements',
    load: () => import('../features/statements/team-statements-page.js'),
    texts: ['statements'],
    guide: 'charge-back#4-read-the-statements',
    search: pickSearch('month', 'subject'),
    nav: {
      group: 'observe',
      order: 23,
      title: 'teamStatements',
      under: 'usage',
      icon: IconFileInvoice,
      permission: 'gateway.usage.read',
    },
  },
  {
    path: '/w/$workspace/usage-imports',
    load: () => import('../features/usage-imports/usage-imports-page.js'),
    texts: ['usage-imports'],
    guide: 'history',
    nav: {
      group: 'observe',
      order: 25,
      title: 'usageImports',
      under: 'usage',
      icon: IconFileImport,
      permission: 'gateway.usage.read',
    },
  },
  {
    path: '/org/statements',
    load: () => import('../features/statements/statements-page.js'),
    texts: ['fields', 'statements'],
    guide: 'charge-back',
    search: pickSearch('month', 'by', 'tag', 'subject'),
    nav: {
      group: 'observe',
      order: 24,
      title: 'statements',
      under: 'usage',
      icon: IconFileInvoice,
      permission: 'org.usage.read',
    },
  },
];
