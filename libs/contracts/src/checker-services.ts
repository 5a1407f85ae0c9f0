/** Services whose language the guardrail kind `http` speaks, and the settings that each reads beside the address and the headers. */
export const CHECKER_SERVICES = {
  azure_content_safety: ['cache_seconds', 'categories', 'threshold'],
  azure_prompt_shields: ['cache_seconds'],
  bedrock: ['cache_seconds'],
  lakera: ['cache_seconds', 'project'],
  pangea: ['cache_seconds', 'project'],
  presidio: ['cache_seconds', 'categories', 'language', 'threshold'],
  prisma_airs: ['cache_seconds', 'project'],
} as const satisfies Readonly<Record<string, readonly CheckerSetting[]>>;

export type CheckerServiceName = keyof typeof CHECKER_SERVICES;

/** Settings that not every service has. */
export const CHECKER_SETTINGS = ['cache_seconds', 'categories', 'language', 'project', 'threshold'] as const;

export type CheckerSetting = (typeof CHECKER_SETTINGS)[number];
