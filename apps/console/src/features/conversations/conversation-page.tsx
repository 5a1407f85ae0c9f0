import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../api/models.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { AddImageButton, AttachedImageList, useAttachedImages } from '../../ui/attached-images.js';
import { EmptyState } from '../../ui/empty-state.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { ForbiddenState } from '../../ui/forbidden-state.js';
import { MessageBox } from '../../ui/message-box.js';
import { ModelSelect } from '../../ui/model-select.js';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { ConversationSearch } from './conversation-search.js';
import { ConversationView } from './conversation-view.js';
import { useCreateConversation } from './queries.js';

/** One conversation, or a new one that is saved with its first message. */
export default function ConversationPage() {
  const { conversation = '' } = useParams({ strict: false }) as { conversation?: string };
  const { can } = useSession();
  const { id: workspaceId } = useWorkspace();
  if (conversation !== 'new') return <ConversationView key={conversation} id={conversation} />;
  return can('gateway.chats.manage', workspaceId) ? <NewConversation /> : <ForbiddenState />;
}

function NewConversation() {
  const { t } = useTranslation('conversations');
  const { id: workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const create = useCreateConversation();
  const [{ model: inUrl }, change] = useUrlSearch<ConversationSearch>();
  const { data: models = [], error, isPending, refetch } = useChatModels(workspaceId);
  const [text, setText] = useState('');
  const { attach, images, remove } = useAttachedImages();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const model = inUrl ?? models[0] ?? '';
  const canSend = !isBusy && model !== '' && (text.trim() !== '' || images.length > 0);
  const begin = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const conversation = await create({
        role: 'user',
        content: text,
        ...(images.length > 0 && { images: [...images] }),
      });
      await navigate({
        to: '/w/$workspace/conversations/$conversation',
        params: { workspace: workspaceId, conversation },
        search: { model, ask: 'now' },
        replace: true,
      } as never);
    } catch (problem) {
      setFailure(problem);
      setBusy(false);
    }
  };
  return (
    <Page title={t('new')} description={t('newText')}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!error && !isPending && models.length === 0 ? (
        <EmptyState sentence={t('noModels')} />
      ) : (
        <div style={{ maxWidth: 800, marginInline: 'auto' }}>
          <div style={{ display: 'flex', maxWidth: 320, marginBottom: 12 }}>
            <ModelSelect
              label={t('model')}
              placeholder={t('chooseModel')}
              models={models}
              value={model}
              onChange={(name) => change({ model: name })}
              isDisabled={isBusy}
            />
          </div>
          {failure !== undefined && <FailureNotice failure={failure} />}
          <AttachedImageList images={images} remove={remove} />
          <MessageBox
            text={text}
            onText={setText}
            texts={{ label: t('message'), hint: t('messageHint'), send: t('send'), stop: t('stop') }}
            canSend={canSend}
            isRunning={false}
            onSend={() => void begin()}
            onStop={() => undefined}
          >
            <AddImageButton attach={attach} />
          </MessageBox>
        </div>
      )}
    </Page>
  );
}
