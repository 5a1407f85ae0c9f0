import { z } from 'zod';

const name = z.string().min(1).max(128).optional();
const PARAMETERS_CHARACTERS = 64_000;
/** Parameters that the evaluation itself sets. */
const OWN_PARAMETERS = ['model', 'messages', 'stream', 'stream_options', 'n'];

/** Target that a suite evaluates (docs/evals.md#targets). A virtual model is a model. */
export const TARGET = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('model'),
    name,
    model: z.string().min(1).max(512),
    /** Comes before the messages of the case. */
    system: z.string().min(1).max(64_000).optional(),
    /** Further fields of the chat request. */
    parameters: z
      .record(z.string(), z.json())
      .refine((given) => JSON.stringify(given).length <= PARAMETERS_CHARACTERS, 'is too large')
      .refine(
        (given) => !OWN_PARAMETERS.some((own) => Object.hasOwn(given, own)),
        `must not have ${OWN_PARAMETERS.join(', ')}, which the evaluation sets`,
      )
      .default({}),
  }),
  z.strictObject({
    type: z.literal('agent'),
    name,
    agent_id: z.uuid(),
    version: z.number().int().min(1).max(2_147_483_647).optional(),
  }),
  z.strictObject({
    type: z.literal('workflow'),
    name,
    workflow_id: z.uuid(),
    /** A published one. */
    version: z.number().int().min(1).max(2_147_483_647).optional(),
    /** `json`: the text of the case is JSON, which is the input of the run. */
    input: z.enum(['text', 'json']).default('text'),
    /** Path to the answer in the output of the run. */
    output_path: z.string().min(1).max(500).optional(),
  }),
]);

export type Target = z.output<typeof TARGET>;
export type TargetOf<Type extends Target['type']> = Extract<Target, { readonly type: Type }>;

/** Name of a target in results. */
export function nameOfTarget(target: Target): string {
  if (target.name !== undefined) return target.name;
  if (target.type === 'model') return target.model;
  const id = target.type === 'agent' ? target.agent_id : target.workflow_id;
  return target.version === undefined ? id : `${id} version ${target.version}`;
}
