import { IconTools } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const mcpPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/mcp',
    load: () => import('../features/mcp/mcp-page.js'),
    texts: ['mcp', 'policies'],
    guide: 'mcp',
    search: (raw) => readTexts(raw, ['q', 'open', 'connect']),
    nav: { group: 'build', order: 40, title: 'mcp', under: 'agents', icon: IconTools, permission: 'gateway.mcp.read' },
  },
];
