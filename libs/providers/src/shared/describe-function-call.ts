import { isRecord } from '@multilane/contracts';

/**
 * The deprecated `function_call` of a stored assistant turn, which every provider still accepts
 * (docs/contract/chat.md#refused-parameters). It has no id that a result could name, and native providers reject a call
 * without a result: the call is described as text (lossy). Empty if there is none.
 */
export function describeFunctionCall(call: unknown): string {
  return isRecord(call) ? `${String(call.name)}(${String(call.arguments)})` : '';
}
