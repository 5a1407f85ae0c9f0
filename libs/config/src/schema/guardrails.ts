import {
  CHECKER_SERVICES,
  CHECKER_SETTINGS,
  type CheckerServiceName,
  type CheckerSetting,
  estimateClassCost,
  estimatePatternSize,
  GUARDRAIL_MODES,
  GUARDRAIL_PHASES,
} from '@multilane/contracts';
import { RE2JS } from 're2js';
import { z } from 'zod';
import { isJsonSchema, isLargeSchema, NO_SCHEMA } from './json-schemas.js';
import { PERSONAL_ENTITIES, PII_ENTITIES } from './pii.js';
import { count, headers, httpUrl, milliseconds, modelName, name, section, text } from './values.js';

export const GUARDRAIL_KINDS = [
  'regex',
  'keywords',
  'pii',
  'moderation',
  'json_schema',
  'max_tokens',
  'prompt_injection',
  'http',
] as const;

/** The patterns of a guardrail are at most so many, and at most so many instructions of RE2. */
const MOST_INSTRUCTIONS = 5_000;
const MOST_PATTERNS = 50;
/** Cost of their classes at most to compile (`estimateClassCost`): about 30 milliseconds. */
const MOST_CLASS_COST = 60;
/** Compiling them must not hold up requests: all of them take some 50 milliseconds at most. */
const MOST_KEYWORDS = 20_000;
const LONGEST_KEYWORD = 2_000;
const MOST_CHARACTERS = 128 * 1024;

const pattern = z.string().min(1).max(1_000).meta({ type: 'regular expression' });

/** Their sizes are looked at first: what is too large is not compiled. */
function checkPatterns(patterns: readonly string[], context: z.RefinementCtx<string[]>): void {
  let size = 0;
  let classCost = 0;
  for (const [index, source] of patterns.entries()) {
    size += estimatePatternSize(source);
    classCost += estimateClassCost(source);
    const isLarge = size > MOST_INSTRUCTIONS || classCost > MOST_CLASS_COST;
    if (!isLarge && isLinearPattern(source)) continue;
    const message = describePatternProblem(size, classCost);
    context.addIssue({ code: 'custom', path: [index], message, input: source });
    if (isLarge) return;
  }
}

function describePatternProblem(size: number, classCost: number): string {
  if (size > MOST_INSTRUCTIONS) {
    return 'repeats too much: written out, the patterns of a guardrail may have no more than 5000 parts';
  }
  if (classCost > MOST_CLASS_COST) {
    return 'has too many Unicode classes such as \\p{L}, or too large ranges of characters: a guardrail may have 60 such classes';
  }
  return 'must be a regular expression in RE2 syntax, which has no look-around and no back references';
}

const threshold = () => z.number().min(0).max(1).meta({ type: 'number (0 to 1)' }).default(0.5);

const ruleOf = <Kind extends (typeof GUARDRAIL_KINDS)[number], Config extends z.ZodType>(kind: Kind, config: Config) =>
  z.object({
    name: name().describe('Name shown in errors and used by routing configs.'),
    phase: z.enum(GUARDRAIL_PHASES).default('before').describe('Whether to check the request or the response.'),
    mode: z.enum(GUARDRAIL_MODES).default('enforce').describe('Whether to block, or only to record.'),
    kind: z.literal(kind).describe('Kind of check.'),
    models: z.array(modelName()).optional().describe('Models that the guardrail applies to. If left out: all models.'),
    teams: z.array(name()).optional().describe('Teams that the guardrail applies to. If left out: all teams.'),
    config,
  });

const PURPOSE = 'Settings of the kind.';

type CheckerConfig = { readonly service?: CheckerServiceName | undefined } & {
  readonly [Name in CheckerSetting]?: unknown;
};

/** A setting that the service does not read must not look as if it held. */
function checkService(config: CheckerConfig, context: z.RefinementCtx): void {
  const { service, threshold } = config;
  const own: readonly CheckerSetting[] = service === undefined ? [] : CHECKER_SERVICES[service];
  for (const name of CHECKER_SETTINGS) {
    if (config[name] === undefined || own.includes(name)) continue;
    const message = service === undefined ? 'needs a `service` that has it' : `is no setting of the service ${service}`;
    context.addIssue({ code: 'custom', path: [name], message, input: config[name] });
  }
  if (service === 'presidio' && typeof threshold === 'number' && threshold > 1) {
    context.addIssue({ code: 'custom', path: ['threshold'], message: 'must be at most 1', input: threshold });
  }
}

/** A guardrail (docs/contract/guardrails.md#guardrails): its `config` depends on its `kind`. */
export const guardrailSchema = z.discriminatedUnion(
  'kind',
  [
    ruleOf(
      'regex',
      z
        .object({
          patterns: z
            .array(pattern)
            .min(1)
            .max(MOST_PATTERNS)
            .superRefine(checkPatterns)
            .describe('Patterns to look for, in RE2 syntax.'),
          ignore_case: z.boolean().default(false).describe('Whether case is ignored.'),
        })
        .describe(PURPOSE),
    ),
    ruleOf(
      'keywords',
      z
        .object({
          keywords: z
            .array(z.string().min(1).max(LONGEST_KEYWORD))
            .min(1)
            .max(MOST_KEYWORDS)
            .refine(
              // In the form in which they are compared: one character may expand to eighteen.
              (keywords) => keywords.join('').normalize('NFKC').length <= MOST_CHARACTERS,
              'have more than 131072 characters in all',
            )
            .describe('Values to look for.'),
          ignore_case: z.boolean().default(true).describe('Whether case is ignored.'),
          whole_words: z.boolean().default(true).describe('Whether only whole words match.'),
        })
        .describe(PURPOSE),
    ),
    ruleOf(
      'pii',
      section(
        {
          entities: z
            .array(z.enum(PII_ENTITIES))
            .min(1)
            .default([...PERSONAL_ENTITIES])
            .describe('Values to look for.'),
        },
        PURPOSE,
      ),
    ),
    ruleOf(
      'moderation',
      section(
        {
          model: modelName().optional().describe('Moderation model to ask. Empty: the built-in check.'),
          categories: z
            .array(z.string().min(1))
            .optional()
            .describe('Categories to check. If left out: all categories.'),
          threshold: threshold().describe('Minimum score at which a category matches.'),
        },
        PURPOSE,
      ),
    ),
    ruleOf(
      'json_schema',
      z
        .object({
          schema: z
            .record(z.string(), z.unknown())
            .refine((schema) => isLargeSchema(schema) || isJsonSchema(schema), NO_SCHEMA)
            .describe('JSON Schema that the text must satisfy.'),
        })
        .describe(PURPOSE),
    ),
    ruleOf(
      'max_tokens',
      z.object({ limit: count().describe('Maximum tokens of the request or the response.') }).describe(PURPOSE),
    ),
    ruleOf(
      'prompt_injection',
      section({ threshold: threshold().describe('Minimum score at which a text matches.') }, PURPOSE),
    ),
    ruleOf(
      'http',
      z
        .object({
          url: httpUrl().describe('URL of the checker, which is called with the text.'),
          service: z
            .enum(Object.keys(CHECKER_SERVICES) as [CheckerServiceName, ...CheckerServiceName[]])
            .optional()
            .describe(
              'Service that the checker is. Empty: your own, which gets the text in the format of docs/guardrails.md.',
            ),
          project: text()
            .max(256)
            .optional()
            .describe('lakera: project. prisma_airs: name of the profile. pangea: recipe. Empty: as the key has it.'),
          threshold: z
            .number()
            .positive()
            .max(6)
            .optional()
            .describe(
              'azure_content_safety: severity (1 to 6) at which a text matches, 4 by default. presidio: score (up to 1), 0.5 by default.',
            ),
          categories: z
            .array(text().max(128))
            .min(1)
            .max(100)
            .optional()
            .describe('azure_content_safety: categories. presidio: entities. Empty: all.'),
          cache_seconds: z
            .int()
            .min(0)
            .max(86_400)
            .optional()
            .describe(
              'Services: seconds for which a verdict about the same texts holds, in the memory of each process. Empty: none.',
            ),
          language: text().max(16).optional().describe('presidio: language of the texts. Empty: en.'),
          headers: headers().describe('Headers sent to the checker, such as its key.'),
          timeout_ms: milliseconds().default(5_000).describe('Time limit of the checker, in milliseconds.'),
          on_failure: z
            .enum(['open', 'closed'])
            .default('closed')
            .describe('If the checker fails: `open` lets the request pass, `closed` blocks it.'),
        })
        .superRefine(checkService)
        .describe(PURPOSE),
    ),
  ],
  { error: `must be one of ${GUARDRAIL_KINDS.join(', ')}` },
);

/** Patterns run on RE2, in time that grows with the text alone (docs/decisions: guardrails). */
function isLinearPattern(source: string): boolean {
  try {
    RE2JS.compile(RE2JS.translateRegExp(source));
    return true;
  } catch {
    return false;
  }
}
