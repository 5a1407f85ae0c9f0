import { Alert, Card, Group, Skeleton, Stack } from '@mantine/core';
import { IconDeviceMobile, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.js';
import { ActionButton } from '../../ui/action-button.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { type Enrolment, EnrolmentForm } from '../../ui/second-factor/enrolment-form.js';
import { RecoveryCodes } from '../../ui/second-factor/recovery-codes.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { useSecondFactor, useSecondFactorActions } from './queries.js';
import { type Proof, ProofForm } from './second-factor-proof.js';

type Intent = 'begin' | 'renew' | 'remove';
type State = NonNullable<ReturnType<typeof useSecondFactor>['data']>;

/** One's own second factor: set up, replace, remove, and new recovery codes. */
export default function SecondFactorPage(): ReactNode {
  const { t } = useTranslation('second-factor');
  const { data, error, refetch } = useSecondFactor();
  return (
    <Page title={t('title')} description={t('description')}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={160} maw={560} />}
      {data && !data.has_password && (
        <Alert color="gray" maw={560}>
          {t('noPassword')}
        </Alert>
      )}
      {data?.has_password && (
        <Card withBorder maw={560}>
          <SecondFactorCard state={data} />
        </Card>
      )}
    </Page>
  );
}

function SecondFactorCard({ state }: { readonly state: State }): ReactNode {
  const { t } = useTranslation('second-factor');
  const { begin, confirm, remove, renewCodes } = useSecondFactorActions();
  const [intent, setIntent] = useState<Intent>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [wrong, setWrong] = useState<string>();
  const finish = (): void => {
    setIntent(undefined);
    setEnrolment(undefined);
    setCodes(undefined);
    setWrong(undefined);
  };
  const confirmFirst = async (code: string): Promise<void> => {
    setWrong(undefined);
    try {
      setCodes((await confirm(code)).codes);
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.param === 'code') setWrong(failure.message);
      else notify.failure(failure);
    }
  };
  const prove = async ({ code, password }: Proof): Promise<void> => {
    if (intent === 'begin') setEnrolment(await begin(password, state.is_enabled ? code : undefined));
    else if (intent === 'renew') setCodes((await renewCodes(code)).codes);
    else {
      await remove(code);
      finish();
      notify.success(t('done.remove'));
    }
  };
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={finish} />;
  if (enrolment !== undefined) return <EnrolmentForm enrolment={enrolment} error={wrong} onSubmit={confirmFirst} />;
  if (intent !== undefined) {
    return (
      <ProofForm
        asksForPassword={intent === 'begin'}
        asksForCode={state.is_enabled}
        label={t(`action.${intent}`)}
        text={t(`text.${intent}`)}
        onCancel={finish}
        onSubmit={prove}
      />
    );
  }
  return <SecondFactorState state={state} onChoose={setIntent} />;
}

function SecondFactorState({
  state,
  onChoose,
}: {
  readonly state: State;
  readonly onChoose: (intent: Intent) => void;
}): ReactNode {
  const { t } = useTranslation('second-factor');
  const { enabled_at, is_enabled, is_required, recovery_codes_left } = state;
  return (
    <Stack gap={16}>
      <FactList
        facts={[
          {
            label: t('field.state'),
            value: <StateBadge state={is_enabled ? 'ok' : 'off'} label={t(is_enabled ? 'on' : 'off')} />,
          },
          ...(enabled_at === null ? [] : [{ label: t('field.since'), value: <TimeText at={enabled_at} /> }]),
          ...(is_enabled ? [{ label: t('field.codesLeft'), value: recovery_codes_left }] : []),
        ]}
      />
      {is_required && <Alert color="gray">{t('isRequired')}</Alert>}
      <Group gap={8}>
        <ActionButton icon={IconDeviceMobile} onClick={() => onChoose('begin')}>
          {t(is_enabled ? 'action.replace' : 'action.begin')}
        </ActionButton>
        {is_enabled && (
          <ActionButton icon={IconRefresh} onClick={() => onChoose('renew')}>
            {t('action.renew')}
          </ActionButton>
        )}
        {is_enabled && !is_required && (
          <ActionButton icon={IconTrash} c="red" onClick={() => onChoose('remove')}>
            {t('action.remove')}
          </ActionButton>
        )}
      </Group>
    </Stack>
  );
}
