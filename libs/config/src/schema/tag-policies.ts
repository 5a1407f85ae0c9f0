import { LONGEST_TAG, MOST_TAGS, TAG_NAME, TAG_VALUE } from '@multilane/contracts';
import { z } from 'zod';
import { name } from './values.js';

const tagName = () =>
  z.string().regex(TAG_NAME, `must have 1 to ${LONGEST_TAG} letters, digits, \`_\`, \`.\` or \`-\``);

const tagValue = () =>
  z.string().regex(TAG_VALUE, `must have 1 to ${LONGEST_TAG} letters, digits, spaces or \`_ . : / @ + -\``);

/** Scopes whose callers get tags. */
const TAGGED_SCOPES = ['all', 'workspace', 'team', 'service_account', 'user', 'api_key'] as const;

/** Headers of this service say other things, and are no tags. */
const clientHeader = () =>
  z
    .string()
    .max(100)
    .regex(/^x-[a-z0-9-]+$/, 'must be the name of a header in lower case that begins with x-')
    .refine((header) => !header.startsWith('x-service-'), 'must not begin with x-service-');

/** Rules for the tags of requests (docs/contract/audit.md#tag-policies). */
export const tagPolicySchema = z.object({
  name: name().describe('Name of the policy.'),
  required: z
    .array(tagName())
    .max(MOST_TAGS)
    .default([])
    .describe('Tags that each call must have. A call without one is rejected with 400 `missing_tag`.'),
  allowed: z
    .array(
      z.object({
        name: tagName().describe('Name of the tag.'),
        values: z.array(tagValue()).min(1).max(1_000).describe('Values that it may have.'),
      }),
    )
    .max(50)
    .default([])
    .describe('Tags with a fixed set of values. A call with another value is rejected with 400 `invalid_value`.'),
  assign: z
    .array(
      z.object({
        scope: z.enum(TAGGED_SCOPES).default('all').describe('Callers that get the tags.'),
        value: z
          .string()
          .min(1)
          .max(512)
          .optional()
          .describe('The one of the scope: name of a team; id of a workspace, user, virtual account or key.'),
        tags: z
          .record(tagName(), tagValue())
          .refine((tags) => Object.keys(tags).length <= MOST_TAGS, `must have at most ${MOST_TAGS} tags`)
          .describe('Tags by name.'),
        fixed: z
          .boolean()
          .default(false)
          .describe(
            'If true: these values replace those that callers send. If false: they apply if there is no other.',
          ),
      }),
    )
    .max(1_000)
    .default([])
    .describe('Tags that callers have without sending them.'),
  headers: z
    .array(
      z.object({
        header: clientHeader().describe('Name of the header, in lower case, such as x-department.'),
        tag: tagName().describe('Name of the tag that its value becomes.'),
      }),
    )
    .max(20)
    .default([])
    .describe('Headers of clients that become tags, if their values have the form of one.'),
  baggage: z
    .array(tagName())
    .max(20)
    .default([])
    .describe('Members of the header `baggage` (OpenTelemetry) that become tags of the same name.'),
});
