import { IconKey } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { pickSearch } from './pick-search.js';

export const keysPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/keys',
    load: () => import('../features/keys/keys-page.js'),
    texts: ['fields', 'keys'],
    guide: 'concepts',
    search: pickSearch('q', 'scope', 'open', 'team', 'owner', 'state', 'order'),
    nav: { group: 'access', order: 10, title: 'keys', icon: IconKey, permission: 'gateway.keys.read' },
  },
];
