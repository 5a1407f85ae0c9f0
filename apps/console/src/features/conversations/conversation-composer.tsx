import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddImageButton, AttachedImageList, useAttachedImages } from '../../ui/attached-images.js';
import { MessageBox } from '../../ui/message-box.js';
import { ModelSelect } from '../../ui/model-select.js';
import classes from './conversations.module.css';

interface Props {
  readonly models: readonly string[];
  readonly model: string;
  readonly onModel: (model: string) => void;
  /** Nothing can be said while something is saved or answered. */
  readonly isBusy: boolean;
  readonly isRunning: boolean;
  /** The last message waits for an answer, which nobody has asked for. */
  readonly isUnanswered: boolean;
  /** Calls of tools wait for their results. */
  readonly isCalling: boolean;
  /** @returns whether it was saved */
  readonly onSay: (text: string, images: readonly string[]) => Promise<boolean>;
  readonly onAnswer: () => void;
  readonly onStop: () => void;
}

/** Box for the person's next message, and the choice of its model. */
export function ConversationComposer(props: Props) {
  const { isBusy, isCalling, isRunning, isUnanswered, model, models, onAnswer, onModel, onSay, onStop } = props;
  const { t } = useTranslation('conversations');
  const [text, setText] = useState('');
  const { attach, clear, images, remove } = useAttachedImages();
  const isEmpty = text.trim() === '' && images.length === 0;
  const say = async () => {
    if (!(await onSay(text, images))) return;
    setText('');
    clear();
  };
  return (
    <div className={classes.composer}>
      <div className={classes.model}>
        <ModelSelect
          label={t('model')}
          placeholder={t('chooseModel')}
          models={models}
          value={model}
          onChange={onModel}
          isDisabled={isBusy}
        />
      </div>
      <AttachedImageList images={images} remove={remove} />
      <MessageBox
        description={isCalling ? t('callsWait') : undefined}
        text={text}
        onText={setText}
        texts={{
          label: t('message'),
          hint: t('messageHint'),
          send: t(isUnanswered && isEmpty ? 'answer' : 'send'),
          stop: t('stop'),
        }}
        canSend={!isBusy && model !== '' && !isCalling && (!isEmpty || isUnanswered)}
        isRunning={isRunning}
        onSend={() => (isEmpty ? onAnswer() : void say())}
        onStop={onStop}
      >
        <AddImageButton attach={attach} />
      </MessageBox>
    </div>
  );
}
