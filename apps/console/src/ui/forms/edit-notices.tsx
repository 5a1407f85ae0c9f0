import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { ConflictNotice } from '../conflict-notice.js';
import { FailureNotice } from '../failure-notice.js';
import { pick } from '../form-values.js';
import { showNow } from '../show-now.js';
import type { Edit } from './use-edit.js';

interface EditNoticesProps<Values extends Record<string, unknown>> {
  readonly edit: Omit<Edit<Values>, 'submit'>;
  readonly form: Pick<UseFormReturnType<Values>, 'setValues'>;
  readonly nameField: (field: string) => string;
  /** Fields whose values are not shown, and stay as they are typed. */
  readonly secrets?: readonly string[] | undefined;
  /** Sends what is typed over the stored version. */
  readonly onOverwrite: () => void;
}

/** What became of sending a form: what somebody else changed meanwhile, or a failure of no field. */
export function EditNotices<Values extends Record<string, unknown>>(props: EditNoticesProps<Values>): ReactNode {
  const { edit, form, nameField, onOverwrite, secrets } = props;
  const { conflict, failure } = edit;
  return (
    <>
      {conflict !== undefined && (
        <ConflictNotice
          conflict={conflict}
          nameField={nameField}
          {...(secrets && { secrets })}
          isBusy={edit.isBusy}
          onTake={() => {
            edit.take();
            form.setValues({ ...conflict.values, ...pick(conflict.mine, secrets) });
          }}
          onOverwrite={onOverwrite}
          onDismiss={edit.dismiss}
          onUseMine={(field) => form.setValues(pick(conflict.mine, [field]))}
        />
      )}
      {failure !== undefined && (
        <div ref={showNow}>
          <FailureNotice failure={failure} />
        </div>
      )}
    </>
  );
}
