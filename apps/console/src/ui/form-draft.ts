const PREFIX = 'draft:';
const OWNER = 'drafts-of';

/** Values that were typed into a form of this tab and not sent. */
export interface Draft {
  readonly values: Readonly<Record<string, unknown>>;
  /** The version of what the form was about, if it has versions. */
  readonly version: string | undefined;
}

/** The draft of a form; undefined where there is none, or storage is off. */
export function readDraft(key: string): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
    const { values, version } = (draft ?? {}) as Partial<Draft>;
    return typeof values === 'object' && values !== null ? { values, version } : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, values: Draft['values'], version?: string): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify({ values, version }));
  } catch {
    // Storage is full or off: the form works without a draft.
  }
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Storage is full or off: there is no draft to forget.
  }
}

/** Sets the owner of the drafts. Drafts of anybody else who used this tab are forgotten. */
export function keepDraftsOf(owner: string): void {
  try {
    if (sessionStorage.getItem(OWNER) === owner) return;
    forgetDrafts();
    sessionStorage.setItem(OWNER, owner);
  } catch {
    // Storage is off: there are no drafts.
  }
}

/** Forgets what was typed into every form, as a person who signs out expects. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is full or off: there are no drafts to forget.
  }
}
