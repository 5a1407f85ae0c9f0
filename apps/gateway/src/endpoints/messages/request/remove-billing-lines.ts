import type { PositionedBlock } from '../content-position.js';

/** Lines such as `x-anthropic-billing-header: cc_version=…; cch=71fea;`, which Claude Code begins its instructions with. */
const LINES = /^(?:[ \t]*x-anthropic-[\w-]+:[^\n]*(?:\r?\n|$))+/i;

/**
 * The instructions without the lines at their beginning that are for the native provider's billing alone. They change with every
 * request, so that no other provider would ever find the prompt in its cache; and they ask for nothing.
 */
export function removeBillingLines(blocks: readonly PositionedBlock[]): PositionedBlock[] {
  const kept = [...blocks];
  for (let first = kept[0]; first !== undefined; first = kept[0]) {
    const { block, place } = first;
    if (block.type !== 'text' || typeof block.text !== 'string') break;
    const text = block.text.replace(LINES, '');
    if (text === block.text) break;
    if (text.trim() !== '') {
      kept[0] = { block: { ...block, text }, place };
      break;
    }
    kept.shift();
  }
  return kept;
}
