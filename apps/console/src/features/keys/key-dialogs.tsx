import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { KeyDetails, type KeyIntent } from './key-details.js';
import { KeyForm } from './key-form.js';
import { EMPTY_KEY, type Key, toChangedKey, toNewKey, valuesOfKey } from './key-values.js';
import { useKey, useKeyActions } from './queries.js';
import { RotateDrawer } from './rotate-drawer.js';

interface KeyDialogsProps {
  /** The id of a key, `new`, or undefined: nothing is open. */
  readonly open: string | undefined;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

/** Dialogs over the list: a new key, or a key with its actions. */
export function KeyDialogs({ open, onClose, onSecret }: KeyDialogsProps): ReactNode {
  const { t } = useTranslation('keys');
  const workspace = useWorkspace();
  const actions = useKeyActions();
  const required = (text: string) => (value: string | null) => (value?.trim() ? null : text);
  const id = open === 'new' ? undefined : open;
  return (
    <>
      <FormDrawer
        opened={open === 'new'}
        title={t('create.title')}
        onClose={onClose}
        draftKey="keys:new"
        row={undefined}
        initialValues={{ ...EMPTY_KEY, workspace_id: workspace.id }}
        validate={{ name: required(t('required.name')), team: required(t('required.team')) }}
        submitLabel={t('action.create')}
        onSubmit={async (values) => {
          const { key } = await actions.create(toNewKey(values));
          onClose();
          onSecret(key);
        }}
      >
        {(form) => <KeyForm form={form} isNew />}
      </FormDrawer>
      {id !== undefined && <OpenedKey id={id} onClose={onClose} onSecret={onSecret} />}
    </>
  );
}

function OpenedKey({ id, onClose, onSecret }: { readonly id: string } & Omit<KeyDialogsProps, 'open'>): ReactNode {
  const { t } = useTranslation('keys');
  const { can } = useSession();
  const { data: shown, error, refetch } = useKey(id);
  const [intent, setIntent] = useState<KeyIntent>();
  const actions = useKeyActions();
  const canManage = shown !== undefined && can('gateway.keys.manage', shown.workspace_id ?? undefined);
  const act = async (next: KeyIntent): Promise<void> => {
    if (next !== 'enable' && next !== 'disable') return setIntent(next);
    try {
      await actions[next](id);
      notify.success(t(`done.${next}`));
    } catch (failure) {
      notify.failure(failure);
    }
  };
  return (
    <>
      <DetailDrawer opened title={shown?.name ?? t('title')} onClose={onClose}>
        {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
        {shown && <KeyDetails shown={shown} canManage={canManage} onIntent={(next) => void act(next)} />}
      </DetailDrawer>
      {shown && (
        <IntentDialogs
          shown={shown}
          intent={intent}
          onEnd={() => setIntent(undefined)}
          onClose={onClose}
          onSecret={onSecret}
        />
      )}
    </>
  );
}

interface IntentDialogsProps extends Omit<KeyDialogsProps, 'open'> {
  readonly shown: Key;
  readonly intent: KeyIntent | undefined;
  readonly onEnd: () => void;
}

function IntentDialogs({ shown, intent, onEnd, onClose, onSecret }: IntentDialogsProps): ReactNode {
  const { t } = useTranslation('keys');
  const actions = useKeyActions();
  const { id, name } = shown;
  return (
    <>
      <FormDrawer
        opened={intent === 'edit'}
        title={t('edit.title', { name })}
        onClose={onEnd}
        draftKey={`keys:${id}`}
        row={shown}
        initialValues={valuesOfKey(shown)}
        validate={{ name: (value) => (value.trim() ? null : t('required.name')) }}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          await actions.update(id, toChangedKey(values));
          onEnd();
          notify.success(t('done.save'));
        }}
      >
        {(form) => <KeyForm form={form} isNew={false} />}
      </FormDrawer>
      <RotateDrawer
        opened={intent === 'rotate'}
        name={name}
        onClose={onEnd}
        onRotate={async (graceSeconds) => {
          const { key } = await actions.rotate(id, graceSeconds);
          onEnd();
          onSecret(key);
        }}
      />
      <ConfirmDialog
        opened={intent === 'revoke'}
        title={t('revoke.title', { name })}
        consequence={t('revoke.text')}
        confirmLabel={t('action.revoke')}
        danger
        onClose={onEnd}
        onConfirm={async () => {
          await actions.remove(id);
          onEnd();
          onClose();
          notify.success(t('done.revoke'));
        }}
      />
    </>
  );
}
