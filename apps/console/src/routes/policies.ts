import { IconDatabase, IconEyeOff, IconShieldCheck, IconTags } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const policiesPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/cache',
    load: () => import('../features/cache/cache-page.js'),
    texts: ['cache', 'fields', 'policies'],
    guide: 'cache',
    search: (raw) => readTexts(raw, ['q', 'open', 'bench']),
    nav: {
      group: 'gateway',
      order: 50,
      title: 'cache',
      under: 'models',
      icon: IconDatabase,
      permission: 'gateway.cache.read',
    },
  },
  {
    path: '/w/$workspace/guardrails',
    load: () => import('../features/guardrails/guardrails-page.js'),
    texts: ['fields', 'guardrails', 'policies'],
    guide: 'guardrails',
    search: (raw) => readTexts(raw, ['q', 'open', 'bench']),
    nav: {
      group: 'policies',
      order: 10,
      title: 'guardrails',
      icon: IconShieldCheck,
      permission: 'gateway.guardrails.read',
    },
  },
  {
    path: '/w/$workspace/pii',
    load: () => import('../features/pii/pii-page.js'),
    texts: ['pii', 'policies'],
    guide: 'guardrails',
    search: (raw) => readTexts(raw, ['q', 'open', 'bench']),
    nav: {
      group: 'policies',
      order: 20,
      title: 'pii',
      under: 'guardrails',
      icon: IconEyeOff,
      permission: 'gateway.pii.read',
    },
  },
  {
    path: '/w/$workspace/tag-policies',
    load: () => import('../features/tag-policies/tag-policies-page.js'),
    texts: ['fields', 'policies', 'tag-policies'],
    guide: 'usage#tag-policies',
    search: (raw) => readTexts(raw, ['q', 'open']),
    nav: {
      group: 'policies',
      order: 50,
      title: 'tagPolicies',
      under: 'budgets',
      icon: IconTags,
      permission: 'gateway.tags.read',
    },
  },
];
