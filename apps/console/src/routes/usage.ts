import { IconChartBar } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { USAGE_FILTERS } from '../features/usage/usage-filters.js';
import { readTexts } from '../ui/read-search.js';

export const usagePages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/usage',
    load: () => import('../features/usage/usage-page.js'),
    texts: ['fields', 'usage'],
    search: (raw) => readTexts(raw, USAGE_FILTERS),
    nav: { group: 'observe', order: 20, title: 'usage', icon: IconChartBar, permission: 'gateway.usage.read' },
  },
];
