import { PROVIDER_KINDS, type Usage } from '@multilane/contracts';
import { estimateSeen, type SeenAnswer } from '../model-calls/count-usage.js';
import type { CallPlan } from '../model-calls/model-call.js';
import type { ServingPlan } from '../recording/request-parts.js';

/** The groups whose answers are translated (docs/contract/usage.md#translated-usage). */
const TRANSLATED: ReadonlySet<string> = new Set(['N', 'G', 'C', 'B']);

/** Whether an answer without usage is to be given an estimate. What group R sends stays as it came. */
export function wantsEstimate({ adapter, format }: ServingPlan, answer: object): boolean {
  if (!format.isUsageTold || (answer as { usage?: unknown }).usage !== undefined) return false;
  return TRANSLATED.has(PROVIDER_KINDS[adapter.kind]);
}

/** The answer with its usage, counted with the model's tokenizer as the record of the request counts it. */
export async function tellEstimate(plan: CallPlan, seen: SeenAnswer, answer: object): Promise<object> {
  const { prompt_tokens, total_tokens }: Usage = await estimateSeen(plan, seen);
  return { ...answer, usage: { prompt_tokens, total_tokens } };
}
