import { Alert, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../ui/code-editor.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { MessageView } from '../../ui/message/message-view.js';
import { TimeText } from '../../ui/time-text.js';
import { type RequestRow, useMayReadPayloads, usePayload, whyNoPayload } from './queries.js';
import { readConversation } from './read-conversation.js';

interface Props {
  readonly request: RequestRow;
  readonly view: 'messages' | 'raw';
}

/** Texts of the request and its response, or the reason for which they cannot be shown. */
export function PayloadPanel({ request, view }: Props) {
  const { t } = useTranslation('requests');
  const mayRead = useMayReadPayloads();
  const { data, error, isPending } = usePayload(request.id, mayRead);
  if (!mayRead) return <NoPayload reason="forbidden" />;
  if (error) return <PayloadFailure failure={error} request={request} />;
  if (isPending) return <Loader size="sm" aria-label={t('loading')} />;
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        {t('payload.recorded')} {t('payload.expires')} <TimeText at={data.expires_at} />
      </Text>
      {data.is_truncated && <Alert color="yellow">{t('payload.truncated')}</Alert>}
      {view === 'raw' ? <Raw request={data.request} answer={data.answer} /> : <Conversation {...data} />}
    </Stack>
  );
}

/** Says why the texts of a request are not there. */
export function PayloadFailure({ failure, request }: { readonly failure: unknown; readonly request: RequestRow }) {
  const reason = whyNoPayload(failure, request);
  return reason === undefined ? <FailureNotice failure={failure} /> : <NoPayload reason={reason} />;
}

export function NoPayload({ reason }: { readonly reason: string }) {
  const { t } = useTranslation('requests');
  return (
    <Alert color="gray" icon={<IconEyeOff size={18} aria-hidden />} title={t(`payload.${reason}.title`)}>
      {t(`payload.${reason}.text`)}
    </Alert>
  );
}

interface Said {
  readonly request: object;
  readonly answer: object | null;
}

function Raw({ answer, request }: Said) {
  const { t } = useTranslation('requests');
  return (
    <>
      <Title order={3} size="h6">
        {t('payload.request')}
      </Title>
      <CodeEditor language="json" readOnly label={t('payload.request')} value={JSON.stringify(request, null, 2)} />
      <Title order={3} size="h6">
        {t('payload.response')}
      </Title>
      {answer === null ? (
        <Text size="sm">{t('payload.noResponse')}</Text>
      ) : (
        <CodeEditor language="json" readOnly label={t('payload.response')} value={JSON.stringify(answer, null, 2)} />
      )}
    </>
  );
}

function Conversation({ answer, request }: Said) {
  const { t } = useTranslation(['requests', 'message']);
  const turns = readConversation(request, answer);
  if (turns.length === 0) return <Text size="sm">{t('payload.noConversation')}</Text>;
  return (
    <>
      {turns.map(({ parts, role }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored conversation never changes.
        <Paper key={index} withBorder>
          <MessageView
            speaker={role}
            text={parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')}
            calls={parts.flatMap((part) => (part.kind === 'call' ? [{ ...part, id: '' }] : []))}
            others={parts.flatMap((part) =>
              part.kind === 'other' ? [t('message:part', { label: part.label, count: part.size })] : [],
            )}
          />
        </Paper>
      ))}
      {answer === null && <Text size="sm">{t('payload.noResponse')}</Text>}
    </>
  );
}
