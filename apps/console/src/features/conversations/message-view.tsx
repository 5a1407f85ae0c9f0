import { ActionIcon, Button, Group, Text, Textarea, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { MessageView } from '../../ui/message/message-view.js';
import classes from './conversations.module.css';
import { imageUrl, type Message } from './queries.js';

interface Props {
  readonly conversationId: string;
  readonly message: Message;
  /** The message itself and the others with its parent. */
  readonly siblings: readonly Message[];
  /** Undefined while an answer comes. */
  readonly onSwitch: ((message: Message) => void) | undefined;
  /** Says something else in its place. Undefined for readers. */
  readonly onEdit: ((content: string) => Promise<boolean>) | undefined;
  /** Has another answer given in its place. Undefined for readers. */
  readonly onAgain: (() => void) | undefined;
}

/** A message, the branches that begin where it does, and what can be done with it. */
export function BranchMessage({ conversationId, message, onAgain, onEdit, onSwitch, siblings }: Props) {
  const { t } = useTranslation('conversations');
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const { id: workspaceId } = useWorkspace();
  const { content, images, model, role, tool_calls: calls } = message;
  if (isEditing && onEdit) {
    const cancel = () => {
      setEditing(false);
      // The keyboard goes on where it was.
      requestAnimationFrame(() => editButton.current?.focus());
    };
    return <EditForm message={message} onCancel={cancel} onDone={() => setEditing(false)} onEdit={onEdit} />;
  }
  return (
    <MessageView
      speaker={role}
      who={role === 'assistant' && model !== null ? model : undefined}
      text={content}
      images={images.map(({ id }) => ({ id, url: imageUrl(workspaceId, conversationId, id) }))}
      calls={calls}
      onAgain={role === 'assistant' ? onAgain : undefined}
      actions={
        <>
          {siblings.length > 1 && <Branches message={message} siblings={siblings} onSwitch={onSwitch} />}
          {role === 'user' && onEdit && (
            <Tooltip label={t('edit')}>
              <ActionIcon
                ref={editButton}
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('edit')}
                onClick={() => setEditing(true)}
              >
                <IconPencil size={14} />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      }
    />
  );
}

/** Chooses among the branches that begin here. */
function Branches({ message, onSwitch, siblings }: Pick<Props, 'message' | 'onSwitch' | 'siblings'>) {
  const { t } = useTranslation('conversations');
  const position = siblings.findIndex(({ id }) => id === message.id);
  const [before, after] = [siblings[position - 1], siblings[position + 1]];
  return (
    <Group gap={0} wrap="nowrap" role="group" aria-label={t('branches')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('previousBranch')}
        disabled={!before || !onSwitch}
        onClick={() => before && onSwitch?.(before)}
      >
        <IconChevronLeft size={14} />
      </ActionIcon>
      <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {t('branchOf', { position: position + 1, count: siblings.length })}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('nextBranch')}
        disabled={!after || !onSwitch}
        onClick={() => after && onSwitch?.(after)}
      >
        <IconChevronRight size={14} />
      </ActionIcon>
    </Group>
  );
}

interface EditFormProps {
  readonly message: Message;
  readonly onEdit: (content: string) => Promise<boolean>;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Another text for a message of the person, in its place. */
function EditForm({ message: { content }, onCancel, onDone, onEdit }: EditFormProps) {
  const { t } = useTranslation('conversations');
  const [draft, setDraft] = useState(content);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className={classes.edited}
      onSubmit={(event) => {
        event.preventDefault();
        void onEdit(draft).then((isSaid) => isSaid && onDone());
      }}
    >
      <Textarea
        ref={field}
        label={t('editMessage')}
        description={t('editText')}
        autosize
        minRows={2}
        maxRows={12}
        dir="auto"
        value={draft}
        onChange={({ currentTarget: { value } }) => setDraft(value)}
      />
      <Group gap="xs">
        <Button size="xs" type="submit" disabled={draft.trim() === ''}>
          {t('send')}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
