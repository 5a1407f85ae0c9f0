import { IconBell } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const alertsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/alerts',
    load: () => import('../features/alerts/alerts-page.js'),
    texts: ['alerts', 'fields'],
    guide: 'alerts',
    search: (raw) => readTexts(raw, ['tab', 'scope', 'open', 'rule', 'state', 'status']),
    nav: { group: 'observe', order: 25, title: 'alerts', icon: IconBell, permission: 'gateway.alerts.read' },
  },
];
