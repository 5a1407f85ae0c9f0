import { Badge, Card, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { ActionButton } from '../../ui/action-button.js';
import { ConfigLock } from '../../ui/config-lock.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { type Organization, useOrganization, useOrganizationActions } from './queries.js';

const KNOWN_PRODUCTS = ['ai_gateway', 'agents', 'knowledge', 'evals'];

/** The organization and its products. */
export default function OverviewPage(): ReactNode {
  const { t } = useTranslation('organization');
  const { data, error, refetch } = useOrganization();
  return (
    <Page title={t('title')} description={t('description')}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={160} />}
      {data && <OrganizationCards organization={data} />}
    </Page>
  );
}

function OrganizationCards({ organization }: { readonly organization: Organization }): ReactNode {
  const { t } = useTranslation('organization');
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  const { rename } = useOrganizationActions();
  const { name, products, source } = organization;
  const canRename = source === 'database' && can('org.manage');
  return (
    <Stack gap={16} maw={720}>
      <Card withBorder>
        <Group justify="space-between" mb={8}>
          <Title order={2} size="h4" dir="auto">
            {name}
          </Title>
          {source === 'config' && <ConfigLock />}
          {canRename && (
            <ActionButton icon={IconPencil} onClick={() => setSearch({ open: 'rename' })}>
              {t('action.rename')}
            </ActionButton>
          )}
        </Group>
        <FactList
          facts={[
            { label: t('field.id'), value: <IdText id={organization.id} /> },
            { label: t('field.created'), value: <TimeText at={organization.created_at} /> },
            { label: t('field.updated'), value: <TimeText at={organization.updated_at} /> },
          ]}
        />
      </Card>
      <Card withBorder>
        <Title order={2} size="h4" mb={4}>
          {t('products.title')}
        </Title>
        <Text size="sm" c="dimmed" mb={16}>
          {t('products.text')}
        </Text>
        {products.length === 0 ? (
          <Text size="sm">{t('products.none')}</Text>
        ) : (
          <Group gap={8}>
            {products.map((product) => (
              <Badge key={product} variant="default" size="lg" tt="none">
                {KNOWN_PRODUCTS.includes(product) ? t(`product.${product}`) : product}
              </Badge>
            ))}
          </Group>
        )}
      </Card>
      <FormDrawer
        opened={canRename && search.open === 'rename'}
        title={t('rename.title')}
        onClose={() => setSearch({ open: undefined })}
        draftKey="organization:name"
        row={organization}
        initialValues={{ name }}
        validate={{ name: (value) => (value.trim() ? null : t('required.name')) }}
        submitLabel={t('action.save')}
        onSubmit={async (values, version) => {
          await rename(values.name, version);
          setSearch({ open: undefined });
          notify.success(t('done.rename'));
        }}
      >
        {(form) => (
          <TextInput label={t('field.name')} required data-autofocus maxLength={200} {...form.getInputProps('name')} />
        )}
      </FormDrawer>
    </Stack>
  );
}
