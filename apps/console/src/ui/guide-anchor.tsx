import { Anchor } from '@mantine/core';
import { Link, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GUIDES } from './guides.js';

/** A link to the guide of the page that is open, which the console has itself; nothing where there is none. */
export function GuideAnchor(): ReactNode {
  const { t } = useTranslation('common');
  const path = useMatches().at(-1)?.fullPath as string | undefined;
  const [name, hash] = GUIDES[withoutSlash(path ?? '')]?.split('#') ?? [];
  if (name === undefined) return null;
  const target = { to: `/guide/${name}`, ...(hash !== undefined && { hash }) };
  return (
    <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} {...(target as object)} />}>
      {t('docs')}
    </Anchor>
  );
}

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path);
