import { Anchor } from '@mantine/core';
import { Link, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Guide of the page, as its definition names it. */
    readonly guide?: string;
  }
}

/** A link to the guide of the page that is open, which the console has itself; nothing where there is none. */
export function GuideAnchor(): ReactNode {
  const { t } = useTranslation('common');
  const [name, hash] = useMatches().at(-1)?.staticData.guide?.split('#') ?? [];
  if (name === undefined) return null;
  const target = { to: `/guide/${name}`, ...(hash !== undefined && { hash }) };
  return (
    <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} {...(target as object)} />}>
      {t('docs')}
    </Anchor>
  );
}
