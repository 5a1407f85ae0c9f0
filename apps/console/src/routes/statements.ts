import { IconFileInvoice } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { pickSearch } from './pick-search.js';

export const statementsPages: readonly PageDefinition[] = [
  {
    path: '/org/statements',
    load: () => import('../features/statements/statements-page.js'),
    texts: ['fields', 'statements'],
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
