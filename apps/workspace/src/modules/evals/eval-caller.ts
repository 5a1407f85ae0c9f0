import type { KnowledgeCaller } from '@multilane/knowledge-bases';

/** Caller that works with the evaluations of a workspace; its permission was checked before. */
export type EvalCaller = Pick<KnowledgeCaller, 'actor' | 'identity' | 'place'>;
