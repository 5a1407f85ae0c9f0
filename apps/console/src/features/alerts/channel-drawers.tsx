import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { ChannelForm } from './channel-form.js';
import { newChannel, toChannelBody, toChannelValues } from './channel-values.js';
import type { AlertChannel } from './queries.js';
import { NO_PLACES, useAlertForm } from './use-alert-form.js';

const HIDDEN = ['url', 'secret', 'routing_key'];

interface ChannelDrawersProps {
  readonly rows: readonly AlertChannel[];
  readonly mayCreate: boolean;
  readonly mayManage: (row: AlertChannel) => boolean;
  readonly onSecret: (secret: string) => void;
}

/** Forms of a new channel and of the one that the address names. */
export function ChannelDrawers({ rows, mayCreate, mayManage, onSecret }: ChannelDrawersProps): ReactNode {
  const { t } = useTranslation('alerts');
  const { id: workspaceId } = useWorkspace();
  const { actions, close, open, places, validate } = useAlertForm();
  const edited = rows.find(({ id }) => id === open);
  return (
    <>
      <FormDrawer
        opened={open === 'new' && mayCreate}
        title={t('action.createChannel')}
        onClose={close}
        draftKey={`alert-channel:${workspaceId}:new`}
        secrets={HIDDEN}
        row={undefined}
        initialValues={newChannel()}
        validate={validate}
        submitLabel={t('action.createChannel')}
        onSubmit={async (values) => {
          const made = await actions.createChannel(toChannelBody(values, true));
          close();
          notify.success(t('done.createChannel'));
          if (made.secret !== null) onSecret(made.secret);
        }}
      >
        {(form) => <ChannelForm form={form} isNew {...places} />}
      </FormDrawer>
      <FormDrawer
        key={edited?.id}
        opened={edited !== undefined && mayManage(edited)}
        title={t('edit', { name: edited?.name })}
        onClose={close}
        secrets={HIDDEN}
        row={edited}
        initialValues={edited === undefined ? newChannel() : toChannelValues(edited)}
        validate={validate}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          const made = await actions.updateChannel(edited?.id ?? '', toChannelBody(values, false));
          close();
          notify.success(t('done.save'));
          if (made.secret !== null) onSecret(made.secret);
        }}
      >
        {(form) => <ChannelForm form={form} isNew={false} {...NO_PLACES} />}
      </FormDrawer>
    </>
  );
}
