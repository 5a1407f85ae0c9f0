import { allPages } from '../../src/routes/all-pages.js';

export const ROLES = ['owner', 'org-admin', 'admin', 'editor', 'viewer'] as const;
export const LANGUAGES = ['en', 'zh-CN'] as const;
export const SIZES = {
  desktop: { width: 1440, height: 900 },
  laptop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
export const SIZE_NAMES = ['desktop', 'laptop', 'phone'] as const;
export const THEMES = ['light', 'dark'] as const;

/** Parts of a walk; what is left out is walked as a whole (bench/src/seed/run-walk.ts). */
type Asked = { readonly [part in 'languages' | 'pages' | 'roles' | 'sizes' | 'themes']?: string };

const asked = JSON.parse(process.env.MULTILANE_CONSOLE_WALK ?? '{}') as Asked;

/** Chooses the names of a part that are walked. @throws for a name that is none of them */
export function choose<Name extends string>(part: keyof Asked, names: readonly Name[]): readonly Name[] {
  const chosen = asked[part]?.split(',').map((name) => name.trim());
  if (chosen === undefined) return names;
  const unknown = chosen.filter((name) => !names.includes(name as Name));
  if (unknown.length > 0) throw new Error(`--${part} has ${unknown.join(', ')}: choose from ${names.join(', ')}.`);
  return names.filter((name) => chosen.includes(name));
}

/** Tabs and forms of pages, which their addresses open. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  agents: ['open=new'],
  alerts: ['tab=rules', 'tab=rules&open=new', 'tab=channels', 'tab=channels&open=new', 'tab=history', 'tab=deliveries'],
  batches: ['tab=jobs', 'open=new'],
  'budget-rules': ['open=new'],
  cache: ['open=new'],
  'evals/datasets': ['open=new'],
  'evals/suites': ['open=new'],
  exports: ['open=new'],
  guardrails: ['open=new'],
  keys: ['open=new'],
  knowledge: ['tab=sets'],
  mcp: ['open=new'],
  media: ['tab=speech', 'tab=transcription', 'tab=realtime'],
  members: ['open=new'],
  models: ['open=new'],
  pii: ['open=new'],
  providers: ['open=new'],
  'rate-limits': ['open=new'],
  prompts: ['open=new'],
  routing: ['open=new'],
  secrets: ['open=new'],
  'tag-policies': ['open=new'],
  'virtual-accounts': ['open=new'],
  'virtual-models': ['open=new'],
  workflows: ['open=new'],
};

const ORGANIZATION_VIEWS = [
  '/me/tokens?open=new',
  '/org/accounts?open=new',
  '/org/people?open=invite',
  '/org/people?tab=invitations',
  '/org/scim?tab=mappings',
  '/org/scim?tab=steps',
  '/org/statements?by=customer',
  '/org/teams?open=new',
  '/org/workspaces?open=new',
];

/** Lists the addresses of a walk: every page of the shell, its tabs and forms, and the given things that are opened. */
export function listPaths(workspaceId: string, details: readonly string[]): string[] {
  const pages = allPages
    .filter(({ layout, path }) => layout !== 'bare' && path !== '/' && !path.replace('$workspace', '').includes('$'))
    .map(({ path }) => path.replace('$workspace', workspaceId));
  const views = Object.entries(VIEWS).flatMap(([page, searches]) =>
    searches.map((search) => `/w/${workspaceId}/${page}?${search}`),
  );
  const words = asked.pages?.split(',').map((word) => word.trim());
  const paths = [...pages, ...views, ...ORGANIZATION_VIEWS, ...details];
  return words === undefined ? paths : paths.filter((path) => words.some((word) => path.includes(word)));
}

/** Name of the pictures of an address: without ids. */
export function nameOf(path: string): string {
  const name = path
    .replace(/^\/w\/[^/?]+/, '')
    .replace(/(?<=[/=])\w*[0-9a-f-]{30,}/, 'one')
    .replace(/[/?&=]+/g, '-')
    .replace(/^-/, '');
  return name || 'home';
}
