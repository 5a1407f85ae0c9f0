import { isMisleading } from '@multilane/contracts';

/** True if gateway.yaml takes a text as the name of a model. */
export function isModelName(text: string): boolean {
  return text.length <= 512 && /^(?!\s)[^\p{Cc}]+(?<!\s)$/u.test(text) && !isMisleading(text);
}

/** True if gateway.yaml takes a text as the name of anything else. */
export function isName(text: string): boolean {
  return text.length <= 128 && isModelName(text);
}
