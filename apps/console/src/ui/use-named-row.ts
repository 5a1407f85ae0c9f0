import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { seenVersion } from '../api/seen-versions.js';
import type { Versioned } from './use-version.js';

/** The id of a row at the end of the key of a form's draft. */
const ROW = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The row that a form changes, by the key of its draft, with the version that the form showed at first. Reading it again reads what the
 * page shows again, and with it the values of the form.
 */
export function useNamedRow<Values extends Record<string, unknown>>(
  draftKey: string | undefined,
  initialValues: Values,
  form: Pick<UseFormReturnType<Values>, 'getInputNode'>,
): Versioned<Values> | undefined {
  const client = useQueryClient();
  const newest = useRef(initialValues);
  newest.current = initialValues;
  const [id] = ROW.exec(draftKey ?? '') ?? [];
  const [version] = useState(() => seenVersion(id));
  if (id === undefined || version === undefined) return undefined;
  return {
    id,
    version,
    read: async () => {
      await client.invalidateQueries();
      // The page renders with what was read.
      await new Promise((resolve) => setTimeout(resolve));
      return { values: newest.current, version: seenVersion(id) };
    },
    nameField: (field) => labelOf(form.getInputNode(field)) ?? field,
  };
}

function labelOf(input: HTMLElement | null): string | undefined {
  const label =
    input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input.labels?.[0] : undefined;
  // The sign of a required field is no part of its name.
  return label?.textContent?.replace(/\s*\*$/, '') || undefined;
}
