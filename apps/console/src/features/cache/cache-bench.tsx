import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, api } from '../../api/client.js';
import { findModels, findTeams } from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { DurationText } from '../../ui/duration-text.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { SearchSelect } from '../../ui/search-select.js';
import { StateBadge } from '../../ui/state-badge.js';
import { useTrial } from '../../ui/use-trial.js';
import { readRequest, writeRequest } from './read-request.js';

type Cached = Answer<'/admin/gateway/policies/cache/dry-run', 'post'>;

const LONGEST_TEXT = 200_000;

const AREA = {
  autosize: true,
  minRows: 4,
  maxRows: 14,
  maxLength: LONGEST_TEXT,
  dir: 'ltr',
  spellCheck: false,
  styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
} as const;

/** Dry run of caching: shows if a response is cached, and the other requests that share it. It reads no stored response. */
export default function CacheBench({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('cache');
  const { can } = useSession();
  const { data: models } = useQuery({
    queryKey: ['models', workspaceId, 'choices', ''],
    queryFn: () => findModels(workspaceId, ''),
  });
  const [written, setText] = useState<string>();
  const text = written ?? writeRequest(models?.[0]?.value ?? '');
  const [otherText, setOtherText] = useState('');
  const [team, setTeam] = useState<string | null>(null);
  const { failure, isBusy, result, start } = useTrial<Cached>();
  const request = readRequest(text);
  const other = otherText.trim() === '' ? undefined : readRequest(otherText);
  const isReady = request !== 'invalid' && other !== 'invalid';
  const run = () => {
    if (!isReady) throw new Error('nothing is sent of a text that is no JSON');
    return api.post('/admin/gateway/policies/cache/dry-run', {
      body: {
        workspace_id: workspaceId,
        request,
        ...(other !== undefined && { other_request: other }),
        ...(team !== null && { team }),
      },
    });
  };
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        {t('bench.hint')}
      </Text>
      <Textarea
        label={t('bench.request')}
        {...AREA}
        value={text}
        error={request === 'invalid' && t('bench.invalid')}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Textarea
        label={t('bench.other')}
        description={t('bench.otherHint')}
        {...AREA}
        value={otherText}
        error={other === 'invalid' && t('bench.invalid')}
        onChange={({ currentTarget }) => setOtherText(currentTarget.value)}
      />
      {can('gateway.teams.read') && (
        <SearchSelect
          label={t('bench.team')}
          placeholder={t('bench.noTeam')}
          clearable
          queryKey={['cache-policies', 'bench', 'teams']}
          // Policies name teams by their names.
          load={async (q) => (await findTeams(q)).map(({ label }) => ({ value: label, label }))}
          value={team}
          onChange={setTeam}
        />
      )}
      <Button
        w="fit-content"
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        loading={isBusy}
        disabled={!isReady}
        onClick={() => void start(run)}
      >
        {t('bench.run')}
      </Button>
      {failure !== undefined && <FailureNotice failure={failure} />}
      <div aria-live="polite">{result && <Verdict {...result} />}</div>
    </Stack>
  );
}

function Verdict({
  differences,
  ignored,
  is_complete: isComplete,
  is_same: isSame,
  wordings,
  ...cached
}: Cached): ReactNode {
  const { t } = useTranslation('cache');
  const { policies, ttl_seconds: ttl } = cached;
  const list = (members: readonly string[]): string => members.join(', ') || t('bench.none');
  return (
    <Stack gap={12}>
      <Group gap={16}>
        <StateBadge state={ttl === null ? 'off' : 'ok'} label={t(ttl === null ? 'bench.notCached' : 'bench.cached')} />
        {isSame !== null && (
          <StateBadge state={isSame ? 'ok' : 'off'} label={t(isSame ? 'bench.same' : 'bench.different')} />
        )}
        {wordings !== null && (
          <StateBadge state={wordings === 'same' ? 'ok' : 'off'} label={t(`bench.wordings.${wordings}`)} />
        )}
      </Group>
      <FactList
        facts={[
          { label: t('bench.model'), value: <span dir="auto">{cached.model}</span> },
          ...(ttl === null ? [] : [{ label: t('field.ttl'), value: <DurationText ms={ttl * 1000} /> }]),
          {
            label: t('bench.policies'),
            value: <span dir="auto">{list(policies.map(({ policy_name: name }) => name ?? t('bench.unnamed')))}</span>,
          },
          { label: t('bench.ignored'), value: <span dir="ltr">{list(ignored)}</span> },
          ...(differences === null
            ? []
            : [{ label: t('bench.differences'), value: <span dir="ltr">{list(differences)}</span> }]),
        ]}
      />
      {!isComplete && (
        <Text size="sm" c="dimmed">
          {t('bench.incomplete')}
        </Text>
      )}
    </Stack>
  );
}
