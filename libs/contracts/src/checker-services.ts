/** Services whose language the guardrail kind `http` speaks, and the settings that each reads beside the address and the headers. */
export const CHECKER_SERVICES = {
  azure_content_safety: ['categories', 'threshold'],
  azure_prompt_shields: [],
  bedrock: [],
  lakera: ['project'],
  pangea: ['project'],
  presidio: ['categories', 'language', 'threshold'],
  prisma_airs: ['project'],
} as const satisfies Readonly<Record<string, readonly CheckerSetting[]>>;

export type CheckerServiceName = keyof typeof CHECKER_SERVICES;

/** Settings that not every service has. */
export const CHECKER_SETTINGS = ['categories', 'language', 'project', 'threshold'] as const;

export type CheckerSetting = (typeof CHECKER_SETTINGS)[number];
