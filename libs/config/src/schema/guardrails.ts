import { z } from 'zod';
import { PII_ENTITIES } from './pii.js';
import { count, headers, httpUrl, milliseconds, modelName, name, section } from './values.js';

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

const pattern = z
  .string()
  .min(1)
  .refine(isRegularExpression, 'must be a JavaScript regular expression')
  .meta({ type: 'regular expression' });

const threshold = () => z.number().min(0).max(1).meta({ type: 'number (0 to 1)' }).default(0.5);

const ruleOf = <Kind extends (typeof GUARDRAIL_KINDS)[number], Config extends z.ZodType>(kind: Kind, config: Config) =>
  z.object({
    name: name().describe('Name shown in refusals and used by routing configs.'),
    phase: z.enum(['before', 'after']).default('before').describe('Looks at the request, or at the answer.'),
    mode: z.enum(['enforce', 'audit']).default('enforce').describe('Refuses, or only records.'),
    kind: z.literal(kind).describe('What it looks for.'),
    models: z.array(modelName()).optional().describe('Models it applies to. Left out: all.'),
    teams: z.array(name()).optional().describe('Teams it applies to. Left out: all.'),
    config,
  });

const PURPOSE = 'Settings of the kind.';

/** A guardrail (decisions section 7): its `config` depends on its `kind`. */
export const guardrailSchema = z.discriminatedUnion(
  'kind',
  [
    ruleOf(
      'regex',
      z
        .object({
          patterns: z.array(pattern).min(1).describe('A match of any of them is a finding. Compiled with the u flag.'),
          ignore_case: z.boolean().default(false).describe('Whether case is ignored.'),
        })
        .describe(PURPOSE),
    ),
    ruleOf(
      'keywords',
      z
        .object({
          keywords: z.array(z.string().min(1)).min(1).describe('Any of them is a finding.'),
          ignore_case: z.boolean().default(true).describe('Whether case is ignored.'),
          whole_words: z.boolean().default(true).describe('Whether a part of a word does not count.'),
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
            .default([...PII_ENTITIES])
            .describe('Any of them is a finding.'),
        },
        PURPOSE,
      ),
    ),
    ruleOf(
      'moderation',
      section(
        {
          model: modelName().optional().describe('Moderation model to ask. Empty: the built-in check.'),
          categories: z.array(z.string().min(1)).optional().describe('Categories that count. Left out: all.'),
          threshold: threshold().describe('Score from which a category is a finding.'),
        },
        PURPOSE,
      ),
    ),
    ruleOf(
      'json_schema',
      z
        .object({ schema: z.record(z.string(), z.unknown()).describe('JSON Schema the text must satisfy.') })
        .describe(PURPOSE),
    ),
    ruleOf(
      'max_tokens',
      z.object({ limit: count().describe('Most tokens of the request, or of the answer.') }).describe(PURPOSE),
    ),
    ruleOf(
      'prompt_injection',
      section({ threshold: threshold().describe('Score from which a text is a finding.') }, PURPOSE),
    ),
    ruleOf(
      'http',
      z
        .object({
          url: httpUrl().describe('Checker of your own, called with the text.'),
          headers: headers().describe('Headers sent to it.'),
          timeout_ms: milliseconds().default(5_000).describe('How long it may take.'),
          on_failure: z
            .enum(['open', 'closed'])
            .default('closed')
            .describe('Whether a checker that fails lets the request pass (open) or refuses it (closed).'),
        })
        .describe(PURPOSE),
    ),
  ],
  { error: `must be one of ${GUARDRAIL_KINDS.join(', ')}` },
);

function isRegularExpression(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}
