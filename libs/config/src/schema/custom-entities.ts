import { estimateClassCost, estimatePatternSize, longestMatch } from '@multilane/contracts';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { z } from 'zod';

/** Most own entities of one policy, and most characters of a pattern. */
const MOST_ENTITIES = 20;
const LONGEST_PATTERN = 500;

/** Most characters of a value, which streams hold back. */
const LONGEST_VALUE = 256;

/** Most instructions of a compiled pattern: what each character of a text may cost. */
const MOST_INSTRUCTIONS = 400;

/**
 * Estimated size above which a pattern is not even compiled; twenty patterns are compiled in some tens of milliseconds.
 */
const MOST_ESTIMATED = 2_000;
const MOST_CLASS_COST = 10;

const TOO_LARGE = 'must be simpler: it compiles to too many instructions';

/** Personal data of your own, found by a pattern. */
const customEntitySchema = z.object({
  name: z
    .string()
    .max(32)
    .regex(/^[a-z](?:[a-z0-9_]*[a-z])?$/, 'must be lower-case letters, digits and underscores, from letter to letter')
    .describe('Name of the entity: `employee_id` is replaced with `[EMPLOYEE_ID_1]`.'),
  pattern: z
    .string()
    .min(1)
    .max(LONGEST_PATTERN)
    .superRefine((source, context) => {
      const message = findPatternProblem(source);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ type: 'regular expression' })
    .describe('Pattern of the values. RE2 syntax, without `^` and `$`.'),
  ignore_case: z.boolean().default(false).describe('Whether case is ignored.'),
});

/** A list of them, each with a name of its own that no built-in entity has. */
export function customEntities(builtIn: readonly string[]) {
  return z
    .array(customEntitySchema)
    .max(MOST_ENTITIES)
    .default([])
    .superRefine((entities, context) => {
      for (const [index, { name }] of entities.entries()) {
        const isTaken = builtIn.includes(name) || name === 'placeholder';
        const isDouble = entities.findIndex((other) => other.name === name) < index;
        if (!isTaken && !isDouble) continue;
        const message = isTaken ? 'is the name of a built-in entity' : 'is the name of another entity of the list';
        context.addIssue({ code: 'custom', message, path: [index, 'name'] });
      }
    })
    .describe('Your own kinds of personal data, found by patterns and treated like the built-in entities.');
}

/** Policies of the database are read again for each snapshot. */
const KNOWN = new LRUCache<string, { readonly problem: string | undefined }>({ max: 1_000 });

/** Finds the problem of a pattern, in words that follow the name of its field. */
function findPatternProblem(source: string): string | undefined {
  const known = KNOWN.get(source);
  if (known) return known.problem;
  const problem = examine(source);
  KNOWN.set(source, { problem });
  return problem;
}

function examine(source: string): string | undefined {
  if (estimatePatternSize(source) > MOST_ESTIMATED) return TOO_LARGE;
  if (estimateClassCost(source) > MOST_CLASS_COST) {
    return 'must have fewer Unicode classes such as \\p{L}, and no large ranges of characters';
  }
  const compiled = compile(source);
  if (compiled === undefined) {
    return 'must be a regular expression in RE2 syntax, which has no look-around and no back references';
  }
  if (compiled.programSize() > MOST_INSTRUCTIONS) return TOO_LARGE;
  if (hasAnchor(source)) return 'must not contain ^, $, \\A or \\z: a value can be anywhere in a text';
  if (/\(\?P?<[^=!]/.test(source)) return 'must have no named groups';
  if (matchesNothing(compiled)) return 'must not match an empty text';
  const longest = longestMatch(source);
  if (longest === undefined) return 'must not contain \\Q';
  if (longest > LONGEST_VALUE) {
    return `must match at most ${LONGEST_VALUE} characters: limit repetitions, such as \\d{1,20} instead of \\d+`;
  }
  return undefined;
}

function compile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch {
    return undefined;
  }
}

function hasAnchor(source: string): boolean {
  if (/(?:^|[^\\])(?:\\\\)*\\[AzZ]/.test(source)) return true;
  const bare = source.replace(/\\./gs, '').replace(/\[\]?[^\]]*\]/g, '');
  return /[\^$]/.test(bare);
}

function matchesNothing(pattern: RE2JS): boolean {
  return ['', 'a', '1 b', '-- ', 'Ab0_c'].some((text) => {
    const matcher = pattern.matcher(text);
    while (matcher.find()) if (matcher.end() === matcher.start()) return true;
    return false;
  });
}
