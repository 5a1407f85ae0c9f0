import { IconAddressBook } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { pickSearch } from './pick-search.js';

export const customersPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/customers',
    load: () => import('../features/customers/customers-page.js'),
    texts: ['customers'],
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
];
