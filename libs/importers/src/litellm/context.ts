import type { Findings } from '../findings.js';
import type { GatewayDraft } from '../gateway-draft.js';
import type { SourceNode } from '../source-node.js';
import type { Variables } from '../variables.js';

/** What the parts of the importer share. */
export interface LitellmContext {
  readonly root: SourceNode;
  readonly draft: GatewayDraft;
  readonly findings: Findings;
  readonly variables: Variables;
}
