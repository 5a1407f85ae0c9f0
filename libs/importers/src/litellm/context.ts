import type { Findings } from '../findings.js';
import type { GatewayDraft } from '../gateway-draft.js';
import type { SourceNode } from '../source-node.js';
import type { Variables } from '../variables.js';

/** State that the parts of the importer share. */
export interface LitellmContext {
  readonly root: SourceNode;
  readonly draft: GatewayDraft;
  readonly findings: Findings;
  readonly variables: Variables;
  /** Names of the guardrails that were imported: they apply to every request. */
  readonly guardrails: Set<string>;
}

/**
 * Notes a restriction of every caller that cannot be kept. The result then listens on this machine alone, until somebody
 * has limited callers in another way.
 */
export function openToAll({ findings, draft }: LitellmContext, node: SourceNode, message: string): void {
  if (node.value === undefined) return;
  draft.server.host = '127.0.0.1';
  findings.opensAccess(
    node,
    `${message} The result listens on 127.0.0.1 only: change \`server.host\` when this is limited in another way.`,
  );
}
