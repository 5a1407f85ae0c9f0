interface Item {
  readonly text: string;
  readonly link: string;
}

interface Group {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: Item[];
}

const group = (text: string, items: Readonly<Record<string, string>>, collapsed = false): Group => ({
  text,
  collapsed,
  items: Object.entries(items).map(([page, title]) => ({ text: title, link: `/${page}` })),
});

/** The pages of the site by subject. A test checks that each page is here or in a folder with an overview of its own. */
export const SIDEBAR: Group[] = [
  group('Start', {
    start: 'Start',
    concepts: 'Concepts',
    clients: 'Clients and SDKs',
    console: 'The console',
    faq: 'Questions and answers',
  }),
  group('Guides', {
    routing: 'Routing',
    prompts: 'Prompts',
    limits: 'Rate limits',
    budgets: 'Budgets and prices',
    alerts: 'Alerts',
    cache: 'Response cache',
    guardrails: 'Guardrails',
    moderation: 'Moderation',
    policies: 'Policies over the API',
    knowledge: 'Knowledge bases',
    mcp: 'MCP servers',
    'model-facts': 'What models accept',
    agents: 'Agents',
    workflows: 'Workflows',
    evals: 'Evaluations',
    conversations: 'Conversations',
    media: 'Images and sound',
    realtime: 'Realtime',
    async: 'Asynchronous requests',
    'files-and-batches': 'Files and batches',
  }),
  group('Operations', {
    deploying: 'Deploying',
    kubernetes: 'Kubernetes',
    sizing: 'Sizing',
    scaling: 'Scaling',
    upgrading: 'Upgrading',
    'disaster-recovery': 'Disaster recovery',
    hardening: 'Hardening checklist',
    reliability: 'Reliability',
    performance: 'Performance',
    usage: 'Audit and usage',
    'charge-back': 'Charge back in an afternoon',
    history: 'Bring your history, and check bills',
    tracing: 'Traces',
    exports: 'Exports',
    releasing: 'Releases and their signatures',
  }),
  group('Security', {
    'threat-model': 'Threat model',
    roles: 'Roles and permissions',
    'sso-and-scim': 'SSO and SCIM',
    'second-factor': 'Second factor',
    egress: 'Outbound addresses',
    bounds: 'Bounds of requests',
  }),
  group('Reference', {
    configuration: 'Configuration',
    cli: 'Command line',
    providers: 'Providers',
    translation: 'Translation',
    errors: 'Errors',
    metrics: 'Metrics',
    tokens: 'Token counts',
    'contract/README': 'The contract',
  }),
  group('Compare and move', {
    comparison: 'Comparison with peers',
    migrating: 'Moving from another gateway',
    versioning: 'Versions and deprecation',
    changelog: 'Changelog',
  }),
  group(
    'Change it',
    {
      architecture: 'Architecture',
      'control-plane': 'Control plane',
      'recipes/README': 'Recipes',
      'decisions/README': 'Decisions',
      testing: 'Testing',
      style: 'Style of texts',
    },
    true,
  ),
];
