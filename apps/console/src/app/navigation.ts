import type { Icon } from '@tabler/icons-react';
import type { Session } from '../api/session.js';
import { allPages } from '../routes/all-pages.js';
import { NAV_GROUPS, type NavGroup } from './page-definition.js';

interface NavPage {
  readonly path: string;
  readonly title: string;
  readonly icon: Icon;
}

export interface NavSection {
  readonly group: NavGroup;
  readonly pages: readonly NavPage[];
}

/** The pages that a person may open, by group. A page without its permission is absent, not disabled. */
export function sectionsOf(session: Pick<Session, 'can'>, workspaceId: string | undefined): readonly NavSection[] {
  const shown = allPages.filter(({ nav, path }) => {
    if (nav === undefined || (isOfWorkspace(path) && workspaceId === undefined)) return false;
    return nav.permission === undefined || session.can(nav.permission, isOfWorkspace(path) ? workspaceId : undefined);
  });
  return NAV_GROUPS.map((group) => ({
    group,
    pages: shown
      .flatMap(({ nav, path }) => (nav?.group === group ? [{ path, ...nav }] : []))
      .sort((a, b) => a.order - b.order)
      .map(({ icon, path, title }) => ({ icon, path, title })),
  })).filter(({ pages }) => pages.length > 0);
}

/** The address of a page, in a workspace where it belongs to one. */
export function addressOf(path: string, workspaceId: string | undefined): string {
  return path.replace('$workspace', workspaceId ?? '');
}

/** The permission that the page of a route needs; undefined if it needs none. */
export function findPage(path: string): string | undefined {
  const page = allPages.find((candidate) => candidate.path === path);
  return page?.permission ?? page?.nav?.permission;
}

function isOfWorkspace(path: string): boolean {
  return path.startsWith('/w/');
}
