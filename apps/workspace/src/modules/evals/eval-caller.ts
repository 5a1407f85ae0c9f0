import type { KnowledgeCaller } from '@multilane/knowledge-bases';

/** Who works with the evaluations of a workspace; that they may, was checked before. */
export type EvalCaller = Pick<KnowledgeCaller, 'actor' | 'identity' | 'place'>;
