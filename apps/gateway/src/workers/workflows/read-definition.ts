import { parseBoundedJson } from '@multilane/contracts';
import { WORKFLOW_DEFINITION, type WorkflowDefinition } from '@multilane/workflows';

const MOST = 200;

/** Definitions that were read, by their JSON: those of versions never change. */
const READ = new Map<string, WorkflowDefinition>();

/** The definition of a run. It was checked before it was stored. */
export function readDefinition(json: string): WorkflowDefinition {
  const known = READ.get(json);
  if (known !== undefined) return known;
  const definition = WORKFLOW_DEFINITION.parse(parseBoundedJson(json));
  if (READ.size >= MOST) READ.clear();
  READ.set(json, definition);
  return definition;
}
