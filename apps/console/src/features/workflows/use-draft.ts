import { useEffect, useState } from 'react';
import { versionOf } from '../../api/versions.js';
import { forgetDraft, readDraft, writeDraft } from '../../ui/form-draft.js';
import { useHistory } from '../../ui/graph/use-history.js';
import { useVersion } from '../../ui/use-version.js';
import { type Graph, readGraph } from './definition.js';
import { findWorkflow, useWorkflowActions, type Workflow } from './queries.js';

type Definition = Workflow['definition'];

/**
 * The draft of a workflow as it is edited: with undo, kept in this tab until it is saved, and saved only over the version that
 * it began with.
 */
export function useDraft(workflow: Workflow) {
  const key = `workflow:${workflow.id}`;
  const [kept] = useState(() => readDraft(key));
  const {
    change,
    present: definition,
    ...history
  } = useHistory(() => (kept?.values.definition as Definition | undefined) ?? workflow.definition);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { update } = useWorkflowActions();
  const current = versionOf(workflow);
  const versioned = {
    id: workflow.id,
    version: current,
    read: async () => {
      const stored = await findWorkflow(workflow.id);
      return { values: { definition: stored.definition }, version: versionOf(stored) };
    },
  };
  const { conflict, dismiss, notice, take, version } = useVersion(versioned, kept?.version ?? current);
  const [savedVersion, setSavedVersion] = useState<string>();
  const began = savedVersion ?? version;
  const isDirty = JSON.stringify(definition) !== JSON.stringify(workflow.definition);
  useEffect(() => {
    if (isDirty) writeDraft(key, { definition }, began);
    else forgetDraft(key);
  }, [began, definition, isDirty, key]);
  /** @returns whether it is saved */
  const save = async (over = began): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const stored = await update(workflow.id, { definition }, over);
      setSavedVersion(versionOf(stored));
      dismiss();
      return true;
    } catch (problem) {
      const isShown = await notice(problem, { definition }).catch(() => false);
      if (!isShown) setFailure(problem);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    definition,
    graph: readGraph(definition),
    change,
    changeGraph: (graph: Graph, about?: string) => change(graph as unknown as Definition, about),
    ...history,
    discard: () => change(workflow.definition),
    isDirty,
    isBusy,
    failure,
    save,
    conflict,
    dismiss,
    /** Goes on with the stored version; what was typed can be had again by undoing. */
    takeStored: () => {
      if (conflict === undefined) return;
      take();
      setSavedVersion(conflict.version);
      change(conflict.values.definition);
    },
    overwrite: () => save(conflict?.version),
  };
}
