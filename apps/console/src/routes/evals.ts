import { IconChecklist } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

const permission = 'gateway.evals.read';

export const evalsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/evals',
    load: () => import('../features/evals/runs/runs-page.js'),
    texts: ['evals'],
    guide: 'evals',
    search: (raw) => readTexts(raw, ['status']),
    nav: { group: 'build', order: 65, title: 'evals', icon: IconChecklist, permission },
  },
  {
    path: '/w/$workspace/evals/suites',
    load: () => import('../features/evals/suites/suites-page.js'),
    texts: ['evals'],
    guide: 'evals#suites',
    search: (raw) => readTexts(raw, ['open', 'dataset']),
    permission,
  },
  {
    path: '/w/$workspace/evals/datasets',
    load: () => import('../features/evals/datasets/datasets-page.js'),
    texts: ['evals'],
    guide: 'evals#datasets',
    search: (raw) => readTexts(raw, ['open']),
    permission,
  },
  {
    path: '/w/$workspace/evals/compare',
    load: () => import('../features/evals/compare/compare-page.js'),
    texts: ['evals'],
    guide: 'evals',
    search: (raw) => readTexts(raw, ['run', 'target', 'baseline', 'baseline_target', 'change', 'case']),
    permission,
  },
  {
    path: '/w/$workspace/evals/runs/$run',
    load: () => import('../features/evals/runs/run-page.js'),
    texts: ['evals'],
    guide: 'evals',
    search: (raw) => readTexts(raw, ['target', 'status', 'case']),
    permission,
  },
  {
    path: '/w/$workspace/evals/suites/$suite',
    load: () => import('../features/evals/suites/suite-page.js'),
    texts: ['evals'],
    guide: 'evals#suites',
    search: (raw) => readTexts(raw, ['open', 'status']),
    permission,
  },
  {
    path: '/w/$workspace/evals/datasets/$dataset',
    load: () => import('../features/evals/datasets/dataset-page.js'),
    texts: ['evals'],
    guide: 'evals#datasets',
    search: (raw) => readTexts(raw, ['tab', 'open', 'version', 'case']),
    permission,
  },
];
