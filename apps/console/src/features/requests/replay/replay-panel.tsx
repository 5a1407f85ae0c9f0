import { Alert, Button, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconMessages, IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeOpened } from '../../../api/conversations/opened-conversation.js';
import { useChatModels, useTokenPrices } from '../../../api/models.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import { CodeEditor } from '../../../ui/code-editor.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { ModelSelect } from '../../../ui/model-select.js';
import { formatMoney } from '../../../ui/money-text.js';
import { AddToDataset } from '../add-to-dataset.js';
import { AnswerSide } from '../answer-side.js';
import { NoPayload, PayloadFailure } from '../payload-panel.js';
import { type RequestRow, useMayReadPayloads, usePayload } from '../queries.js';
import { toOpened } from '../to-opened.js';
import { type Replayed, replay, replayPathOf, replayWorkspaceOf, toReplayBody } from './replay-request.js';

/** Sends a stored request again, to its model or another one, changed or as it was, and shows both answers side by side. */
export function ReplayPanel({ request }: { readonly request: RequestRow }) {
  const { t } = useTranslation('requests');
  const mayRead = useMayReadPayloads();
  const path = replayPathOf(request.endpoint);
  const { data, error } = usePayload(request.id, mayRead && path !== undefined);
  if (path === undefined) return <Text size="sm">{t('replay.notThis')}</Text>;
  if (!mayRead) return <NoPayload reason="forbidden" />;
  if (error) return <PayloadFailure failure={error} request={request} />;
  if (data === undefined) return <Loader size="sm" aria-label={t('loading')} />;
  return <ReplayForm request={request} path={path} stored={data} />;
}

interface Stored {
  readonly request: object;
  readonly answer: object | null;
  readonly is_truncated: boolean;
}

interface FormProps {
  readonly request: RequestRow;
  readonly path: string;
  readonly stored: Stored;
}

function ReplayForm({ request, path, stored }: FormProps) {
  const { t } = useTranslation('requests');
  const workspaceId = replayWorkspaceOf(request, useWorkspace().id);
  const { data: models = [] } = useChatModels(workspaceId);
  const named = request.logical_name ?? request.model;
  const [text, setText] = useState(() => JSON.stringify(toReplayBody(stored.request, named), null, 2));
  const { failure, isRunning, result, send } = useReplay(workspaceId, path);
  const body = readBody(text);
  const model = typeof body?.model === 'string' ? body.model : '';
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        {t('replay.hint')}
      </Text>
      {stored.is_truncated && <Alert color="yellow">{t('replay.truncated')}</Alert>}
      <Group gap={8} align="flex-end">
        <ModelSelect
          label={t('replay.model')}
          placeholder={t('field.model')}
          models={models}
          value={model}
          isDisabled={body === undefined}
          factOf={usePriceText(workspaceId)}
          onChange={(next) => setText(JSON.stringify({ ...body, model: next }, null, 2))}
        />
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={isRunning}
          disabled={body === undefined}
          onClick={() => body && void send(body)}
        >
          {t('replay.send')}
        </Button>
      </Group>
      <CodeEditor language="json" label={t('payload.request')} value={text} onChange={setText} />
      {body === undefined && (
        <Text size="sm" c="red">
          {t('replay.invalid')}
        </Text>
      )}
      <Group gap={8}>
        <OpenInPlayground workspaceId={workspaceId} request={body ?? stored.request} model={model} />
        <AddToDataset request={request} />
      </Group>
      {failure !== undefined && <FailureNotice failure={failure} />}
      {result && <Compared request={request} stored={stored} result={result} />}
    </Stack>
  );
}

/** Writes the price of a model for a list of them. */
function usePriceText(workspaceId: string): (model: string) => string | undefined {
  const { i18n, t } = useTranslation('requests');
  const prices = useTokenPrices(workspaceId);
  return (model) => {
    const price = prices?.get(model);
    if (price === undefined) return undefined;
    const [input, output] = [price.input, price.output].map((usd) => formatMoney(usd, i18n.language));
    return t('replay.price', { input, output });
  };
}

function useReplay(workspaceId: string, path: string) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [result, setResult] = useState<Replayed>();
  const send = async (body: object): Promise<void> => {
    setRunning(true);
    setFailure(undefined);
    try {
      setResult(await replay(workspaceId, path, body));
    } catch (error) {
      setFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return { failure, isRunning, result, send };
}

function readBody(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    // Half-typed JSON: the panel says so.
    return undefined;
  }
}

interface OpenProps {
  readonly workspaceId: string;
  readonly request: object;
  readonly model: string;
}

function OpenInPlayground({ workspaceId, request, model }: OpenProps) {
  const { t } = useTranslation('requests');
  const navigate = useNavigate();
  const opened = toOpened(request);
  if (opened === undefined) return null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconMessages size={16} aria-hidden />}
      onClick={() => {
        writeOpened(workspaceId, opened);
        void navigate({ to: `/w/${workspaceId}/playground`, search: { models: [model] } as never });
      }}
    >
      {t('replay.playground')}
    </Button>
  );
}

interface ComparedProps {
  readonly request: RequestRow;
  readonly stored: Stored;
  readonly result: Replayed;
}

function Compared({ request, stored, result }: ComparedProps) {
  const { t } = useTranslation('requests');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <AnswerSide
        title={t('replay.original')}
        ms={request.duration_ms}
        model={request.logical_name ?? request.model}
        costUsd={request.cost_usd}
        requestId={request.request_id}
        answer={stored.answer}
      />
      <AnswerSide title={t('replay.again')} {...result} />
    </SimpleGrid>
  );
}
