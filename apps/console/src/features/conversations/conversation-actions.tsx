import { Group, JsonInput, Switch, TextInput } from '@mantine/core';
import { IconPencil, IconTool, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTools } from '../../api/tool-calls.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { RowMenu } from '../../ui/row-menu.js';
import type { Conversation, useConversationActions } from './queries.js';

interface Props {
  readonly conversation: Conversation;
  readonly actions: ReturnType<typeof useConversationActions>;
}

type Dialog = 'rename' | 'tools' | 'delete';

interface DrawerProps extends Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const LONGEST_TITLE = 200;

/** Actions on a conversation as a whole: sharing, renaming, deleting. */
export function ConversationActions({ actions, conversation }: Props) {
  const { t } = useTranslation('conversations');
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog>();
  /** Last choice, until the service has stored it. */
  const [chosen, setChosen] = useState<boolean>();
  const share = async (shared: boolean) => {
    setChosen(shared);
    await actions.change({ shared }).catch(notify.failure);
    setChosen(undefined);
  };
  // Messages make versions too: the form begins with the newest.
  const open = (name: Dialog): Promise<void> =>
    actions
      .readAgain()
      .then(() => setDialog(name))
      .catch(notify.failure);
  const of = (name: Dialog): DrawerProps => ({
    actions,
    conversation,
    opened: dialog === name,
    onClose: () => setDialog(undefined),
  });
  return (
    <Group gap="sm">
      <Switch
        label={t('share')}
        checked={chosen ?? conversation.shared}
        disabled={chosen !== undefined}
        onChange={({ currentTarget }) => void share(currentTarget.checked)}
      />
      <RowMenu
        label={t('actions')}
        actions={[
          { label: t('rename'), icon: IconPencil, onClick: () => void open('rename') },
          { label: t('tools'), icon: IconTool, onClick: () => void open('tools') },
          { label: t('delete'), icon: IconTrash, onClick: () => setDialog('delete'), danger: true },
        ]}
      />
      <Rename {...of('rename')} />
      <Tools {...of('tools')} />
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={t('deleteTitle')}
        consequence={t(conversation.shared ? 'deleteSharedText' : 'deleteText')}
        confirmLabel={t('delete')}
        danger
        onClose={() => setDialog(undefined)}
        onConfirm={async () => {
          await actions.remove();
          await navigate({ to: '/w/$workspace/conversations', params: { workspace: workspace.id } } as never);
        }}
      />
    </Group>
  );
}

function Rename({ actions, conversation, opened, onClose }: DrawerProps) {
  const { t } = useTranslation('conversations');
  return (
    <FormDrawer
      opened={opened}
      title={t('rename')}
      onClose={onClose}
      submitLabel={t('save')}
      row={conversation}
      initialValues={{ title: conversation.title ?? '' }}
      validate={{ title: (title: string) => (title.trim() === '' ? t('required') : null) }}
      onSubmit={async ({ title }) => {
        await actions.change({ title: title.trim() });
        onClose();
      }}
    >
      {(form) => (
        <TextInput
          label={t('field.title')}
          required
          maxLength={LONGEST_TITLE}
          dir="auto"
          data-autofocus
          {...form.getInputProps('title')}
        />
      )}
    </FormDrawer>
  );
}

function Tools({ actions, conversation, opened, onClose }: DrawerProps) {
  const { t } = useTranslation('conversations');
  return (
    <FormDrawer
      opened={opened}
      title={t('tools')}
      onClose={onClose}
      submitLabel={t('save')}
      row={conversation}
      initialValues={{ tools: conversation.tools?.length ? JSON.stringify(conversation.tools, null, 2) : '' }}
      validate={{ tools: (text: string) => (readTools(text) === undefined ? t('toolsInvalid') : null) }}
      onSubmit={async ({ tools }) => {
        await actions.change({ tools: [...(readTools(tools) ?? [])] });
        onClose();
      }}
    >
      {(form) => (
        <JsonInput
          label={t('tools')}
          description={t('toolsText')}
          autosize
          minRows={6}
          maxRows={20}
          data-autofocus
          {...form.getInputProps('tools')}
        />
      )}
    </FormDrawer>
  );
}
