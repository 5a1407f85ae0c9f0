import { isRecord } from '@multilane/contracts';

/** Meaning of each parameter when it is left out, in the reference format. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  n: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  parallel_tool_calls: true,
  tool_choice: 'auto',
  logprobs: false,
  top_logprobs: 0,
  store: false,
};

/**
 * True if a parameter asks for nothing beyond its default, so that no provider may reject it
 * (docs/contract/chat.md#defaults). A null optional field is an absent field (docs/contract/requests.md#null-members).
 */
export function isDefaultValue(parameter: string, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (parameter === 'logit_bias') return isRecord(value) && Object.keys(value).length === 0;
  if (parameter === 'response_format') return isRecord(value) && value.type === 'text';
  return parameter in DEFAULTS && value === DEFAULTS[parameter];
}
