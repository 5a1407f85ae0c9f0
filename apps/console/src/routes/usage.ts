import { IconChartBar } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const usagePages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/usage',
    load: () => import('../features/usage/usage-page.js'),
    texts: ['usage'],
    search: (raw) => readTexts(raw, ['range', 'from', 'to', 'group', 'metric', 'compare', 'scope']),
    nav: { group: 'observe', order: 20, title: 'usage', icon: IconChartBar, permission: 'gateway.usage.read' },
  },
];
