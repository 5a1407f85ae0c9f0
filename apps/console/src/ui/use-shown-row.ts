import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { idOfRow, type ShownRow, versionOf } from '../api/version-of.js';
import type { Versioned } from './use-version.js';

/** Row that a form changes. */
export interface ChangedRow<Values> extends Partial<Pick<Versioned<Values>, 'nameField' | 'read'>> {
  /**
   * Row as the page shows it, from which `initialValues` are: a change is sent with its version, and with no other. Undefined for a
   * form that changes no row.
   */
  readonly row: ShownRow | undefined;
}

/**
 * The row that a form changes, with the version of the values that the form shows. By default, reading it again reads what the page
 * shows again, and with it the row and the values of the form.
 */
export function useShownRow<Values extends Record<string, unknown>>(
  { nameField, read, row }: ChangedRow<Values>,
  initialValues: Values,
  form: Pick<UseFormReturnType<Values>, 'getInputNode'>,
): Versioned<Values> | undefined {
  const client = useQueryClient();
  const newest = useRef({ row, values: initialValues });
  newest.current = { row, values: initialValues };
  const id = row && idOfRow(row);
  if (row === undefined || id === undefined) return undefined;
  return {
    id,
    version: versionOf(row),
    read:
      read ??
      (async () => {
        await client.invalidateQueries();
        // The page renders with what was read.
        await new Promise((resolve) => setTimeout(resolve));
        const { row: stored, values } = newest.current;
        return { values, version: stored && versionOf(stored) };
      }),
    nameField: nameField ?? ((field) => labelOf(form.getInputNode(field)) ?? field),
  };
}

function labelOf(input: HTMLElement | null): string | undefined {
  const label =
    input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input.labels?.[0] : undefined;
  // The sign of a required field is no part of its name.
  return label?.textContent?.replace(/\s*\*$/, '') || undefined;
}
