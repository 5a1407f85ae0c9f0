import { useState } from 'react';
import { holdVersion } from '../../api/held-versions.js';
import { useVersion, type Versioned } from '../use-version.js';
import { type ProblemForm, showAtField } from './show-at-field.js';

interface EditOptions<Values> {
  readonly form: ProblemForm;
  /** Object that the form changes; undefined for a form that makes one. */
  readonly versioned: Versioned<Values> | undefined;
  /** Version with which the form began, which a draft may have kept. */
  readonly first: string | undefined;
  readonly onSubmit: (values: Values, version: string | undefined) => Promise<unknown>;
}

/**
 * Sends a form in the version that it shows. A failure is shown at its field, a conflict is compared, and any other failure is kept for a
 * notice: `EditNotices` shows both.
 */
export function useEdit<Values extends object>({ first, form, onSubmit, versioned }: EditOptions<Values>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { notice, version, ...rest } = useVersion(versioned, first);
  const explain = async (error: unknown, sent: Values): Promise<void> => {
    if (!(await showAtField(error, sent, form)) && !(await notice(error, sent))) setFailure(error);
  };
  /** @param changed Version that is to be changed, if it is not the one that the form shows */
  const submit = async (sent: Values, changed = version): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const release = holdVersion(versioned?.id, changed);
    try {
      await onSubmit(sent, changed);
    } catch (error) {
      await explain(error, sent).catch(setFailure);
    } finally {
      release();
      setBusy(false);
    }
  };
  return { ...rest, failure, isBusy, submit, version };
}

export type Edit<Values extends object> = ReturnType<typeof useEdit<Values>>;
