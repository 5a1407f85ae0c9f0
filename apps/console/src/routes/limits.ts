import { IconCoin, IconGauge, IconScale } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { pickSearch } from './pick-search.js';

export const limitsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/rate-limits',
    load: () => import('../features/rate-limits/rate-limits-page.js'),
    texts: ['fields', 'policies', 'rate-limits'],
    guide: 'limits',
    search: pickSearch('q', 'open', 'bench'),
    nav: {
      group: 'policies',
      order: 30,
      title: 'rateLimits',
      under: 'budgets',
      icon: IconGauge,
      permission: 'gateway.ratelimits.read',
    },
  },
  {
    path: '/w/$workspace/budgets',
    load: () => import('../features/budgets/budgets-page.js'),
    texts: ['budgets', 'unpriced'],
    guide: 'budgets',
    search: pickSearch('scope'),
    nav: { group: 'policies', order: 40, title: 'budgets', icon: IconCoin, permission: 'gateway.budgets.read' },
  },
  {
    path: '/w/$workspace/budget-rules',
    load: () => import('../features/budgets/budget-rules-page.js'),
    texts: ['budget-rules', 'budgets', 'fields', 'policies'],
    guide: 'budgets#budget-rules',
    search: pickSearch('q', 'open'),
    nav: {
      group: 'policies',
      order: 45,
      title: 'budgetRules',
      under: 'budgets',
      icon: IconScale,
      permission: 'gateway.budgetrules.read',
    },
  },
];
