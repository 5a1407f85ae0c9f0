import type { ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.js';
import { notify } from './notify.js';

interface ConfirmRowProps<Row> extends Omit<ConfirmDialogProps, 'opened' | 'onConfirm' | 'onClose'> {
  /** Row that the action is for; the dialog is open while there is one. */
  readonly row: Row | undefined;
  readonly onConfirm: (row: Row) => Promise<unknown>;
  /** Ends the dialog, whether the action was taken or not. */
  readonly onEnd: () => void;
  /** Message after the action. */
  readonly done?: string;
}

/** Asks before an action on a row that cannot be undone. A failure is shown in the dialog, which stays open. */
export function ConfirmRow<Row>({ row, done, onConfirm, onEnd, ...question }: ConfirmRowProps<Row>): ReactNode {
  return (
    <ConfirmDialog
      {...question}
      opened={row !== undefined}
      onClose={onEnd}
      onConfirm={async () => {
        if (row !== undefined) await onConfirm(row);
        onEnd();
        if (done !== undefined) notify.success(done);
      }}
    />
  );
}
