import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../../api/client.js';
import type { SignInFacts } from './sign-in-facts.js';

export interface SingleSignOnProps {
  readonly facts: SignInFacts;
  /** Page to open afterwards. */
  readonly target: string;
  /** Organization that a link on another site named. */
  readonly asked: string | undefined;
}

/** The ways to an identity provider: that of the service's own organization, and that of one that the person names. */
export function SingleSignOn({ asked, facts, target }: SingleSignOnProps): ReactNode {
  const { t } = useTranslation('sign-in');
  const [isNaming, setNaming] = useState(asked !== undefined);
  return (
    <>
      {facts.offersSso && (
        <Button component="a" variant="default" href={addressOf(target)}>
          {t('sso')}
        </Button>
      )}
      {facts.offersSso && (
        <Anchor href={addressOf(target, { prompt: 'select_account' })} size="sm">
          {t('ssoOtherAccount')}
        </Anchor>
      )}
      {(facts.offersOthers || asked !== undefined) &&
        (isNaming ? (
          <OfOrganization asked={asked} target={target} />
        ) : (
          <Button variant="default" onClick={() => setNaming(true)}>
            {t('ssoOfOrganization')}
          </Button>
        ))}
    </>
  );
}

function OfOrganization({ asked, target }: Pick<SingleSignOnProps, 'asked' | 'target'>): ReactNode {
  const { t } = useTranslation('sign-in');
  const form = useForm({ initialValues: { organization: asked ?? '' } });
  const go = ({ organization }: { readonly organization: string }): void => {
    const name = organization.trim();
    if (name !== '') location.assign(addressOf(target, { organization: name }));
  };
  return (
    <form onSubmit={form.onSubmit(go)}>
      <Stack gap="sm">
        {asked !== undefined && <Text size="sm">{t('ssoAsked')}</Text>}
        <TextInput label={t('organizationName')} required {...form.getInputProps('organization')} />
        <Button type="submit" variant="default">
          {t('ssoContinue')}
        </Button>
      </Stack>
    </form>
  );
}

function addressOf(target: string, more: Readonly<Record<string, string>> = {}): string {
  const path = `${basePath()}/ui${target === '/' ? '' : target}`;
  return `${basePath()}/auth/sso/start?${new URLSearchParams({ return_to: path, ...more })}`;
}
