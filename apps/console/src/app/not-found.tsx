import { Container } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.js';

export function NotFound() {
  const { t } = useTranslation('common');
  return (
    <Container component="main" py="xl">
      <h1 className="visually-hidden">{t('notFound')}</h1>
      <EmptyState sentence={t('notFound')} />
    </Container>
  );
}
