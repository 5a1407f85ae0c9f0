import { useEffect, useMemo, useState } from 'react';
import { ApiFailure } from '../../api/client.js';
import { versionOf } from '../../api/versions.js';
import { forgetDraft, readDraft, writeDraft } from '../form-draft.js';
import { useHistory } from '../graph/use-history.js';
import { useVersion } from '../use-version.js';
import { type FieldProblem, problemOf } from './problem-of.js';
import { rewriteText } from './rewrite-text.js';
import type { RouteConfig } from './route-graph.js';
import { type Language, readText, writeValue } from './route-text.js';
import { type RouteKind, toBody, valuesOf } from './route-values.js';

/** A route as the service has it. */
export interface StoredRoute {
  readonly id: string;
  readonly name: string;
  readonly updated_at: string;
}

/** Store that a route is read from and written to. */
export interface RouteStore {
  readonly kind: RouteKind;
  /** Key that a draft is stored under. */
  readonly draftKey: string;
  readonly find: (id: string) => Promise<StoredRoute>;
  readonly create: (body: RouteConfig) => Promise<{ readonly id: string }>;
  /** Fails with 412 if the version is no longer the stored one. */
  readonly update: (id: string, body: RouteConfig, version: string | undefined) => Promise<{ readonly id: string }>;
}

interface Written {
  readonly text: string;
  readonly language: Language;
}

/** Problem of a text that the service reports. */
export interface Refusal {
  readonly text: string;
  readonly param: string;
  /** Undefined for a problem that has no kind. */
  readonly problem: FieldProblem | undefined;
}

/** A route as it is edited: a text, which the graph changes too; with undo, kept in this tab until it is published. */
export function useRouteDraft(stored: StoredRoute | undefined, store: RouteStore) {
  const { draftKey, kind } = store;
  const [kept] = useState(() => readDraft(draftKey));
  const [first] = useState(
    (): Written => ({
      text: writeValue(stored === undefined ? kind.example : valuesOf(stored, kind), 'yaml'),
      language: 'yaml',
    }),
  );
  const { change: record, present, ...history } = useHistory<Written>(() => draftOf(kept?.values) ?? first);
  const [base, setBase] = useState(stored);
  // The version of the text that it began with: the page may read a newer one meanwhile.
  const [began] = useState(() => stored && versionOf(stored));
  const { conflict, dismiss, notice, restart, take, version } = useVersion<RouteConfig>(
    stored && {
      id: stored.id,
      version: began,
      read: async () => {
        const current = await store.find(stored.id);
        setBase(current);
        return { values: valuesOf(current, kind), version: versionOf(current) };
      },
    },
    kept === undefined ? began : kept.version,
  );
  const { language, text } = present;
  const { body, problems } = useMemo(() => readText(text), [text]);
  const isDirty = text !== first.text;
  useKeptDraft(draftKey, isDirty, present, version);
  const write = (config: RouteConfig, about?: string): void => {
    const next = rewriteText(text, config, language);
    if (next !== text) record({ text: next, language }, about);
  };
  const { failure, isBusy, refusal, send } = useSending(notice);
  const publish = async (over = version): Promise<string | undefined> => {
    if (body === undefined) return undefined;
    const id = await send({ body, text }, () => {
      const sent = toBody(body, base, kind);
      return stored === undefined ? store.create(sent) : store.update(stored.id, sent, over);
    });
    if (id !== undefined) forgetDraft(draftKey);
    return id;
  };
  return {
    ...history,
    text,
    language,
    body,
    /** Problems that keep the text from being read. */
    problems,
    failure,
    isBusy,
    isDirty,
    /** True if it began with a stored draft. */
    wasKept: kept !== undefined,
    /** Refusal of the service of this very text. */
    refusal: refusal?.text === text ? refusal : undefined,
    type: (next: string) => record({ text: next, language }, 'text'),
    /** Changes what the text says, and leaves the rest of it as it is. */
    write,
    changeLanguage: (next: Language) => {
      if (next !== language && body !== undefined) record({ text: writeValue(body, next), language: next });
    },
    discard: () => {
      record(first);
      restart();
    },
    publish,
    conflict,
    dismiss,
    takeStored: () => {
      if (conflict === undefined) return;
      take();
      record({ text: writeValue(conflict.values, language), language });
    },
    overwrite: () => publish(conflict?.version),
    forget: () => forgetDraft(draftKey),
  };
}

/** Keeps a draft while it differs from what it began with. */
function useKeptDraft(key: string, isDirty: boolean, { language, text }: Written, version: string | undefined): void {
  useEffect(() => {
    if (isDirty) writeDraft(key, { text, language }, version);
    else forgetDraft(key);
  }, [isDirty, key, language, text, version]);
}

/**
 * Sends a route to its store. Its failures are kept: a refusal of a field apart from the others.
 *
 * @param notice takes a failure that another version in the store explains, and then resolves to true
 */
function useSending(notice: (error: unknown, body: RouteConfig) => Promise<boolean>) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [failure, setFailure] = useState<unknown>();
  const send = async (
    { body, text }: { readonly body: RouteConfig; readonly text: string },
    work: () => Promise<{ readonly id: string }>,
  ): Promise<string | undefined> => {
    setBusy(true);
    setFailure(undefined);
    try {
      return (await work()).id;
    } catch (error) {
      const isShown = await notice(error, body).catch(() => false);
      if (isShown) return undefined;
      if (error instanceof ApiFailure && error.param)
        setRefusal({ text, param: error.param, problem: problemOf(error) });
      else setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { failure, isBusy, refusal, send };
}

function draftOf(values: Readonly<Record<string, unknown>> | undefined): Written | undefined {
  if (typeof values?.text !== 'string') return undefined;
  return { text: values.text, language: values.language === 'json' ? 'json' : 'yaml' };
}
