import { IconRobot } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

const permission = 'gateway.agents.read';

export const agentsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/agents',
    load: () => import('../features/agents/agents-page.js'),
    texts: ['agents'],
    guide: 'agents',
    search: (raw) => readTexts(raw, ['open']),
    nav: { group: 'build', order: 50, title: 'agents', icon: IconRobot, permission },
  },
  {
    path: '/w/$workspace/agents/$agent',
    load: () => import('../features/agents/agent-page.js'),
    texts: ['agents', 'message'],
    guide: 'agents',
    search: (raw) => readTexts(raw, ['tab', 'run', 'status']),
    permission,
  },
];
