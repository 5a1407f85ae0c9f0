import type { Icon } from '@tabler/icons-react';
import type { Session } from '../api/session.js';
import { allPages } from '../routes/all-pages.js';
import { NAV_GROUPS, type NavGroup } from './page-definition.js';

interface NavPage {
  readonly path: string;
  readonly title: string;
  readonly icon: Icon;
}

/** An entry of the navigation, and the pages below it. */
export interface NavEntry extends NavPage {
  readonly below: readonly NavPage[];
}

export interface NavSection {
  readonly group: NavGroup;
  readonly entries: readonly NavEntry[];
}

/** The pages that a person may open, by group. A page without its permission is absent, not disabled. */
export function sectionsOf(session: Pick<Session, 'can'>, workspaceId: string | undefined): readonly NavSection[] {
  const shown = allPages.filter(({ nav, path }) => {
    if (nav === undefined || (isOfWorkspace(path) && workspaceId === undefined)) return false;
    return nav.permission === undefined || session.can(nav.permission, isOfWorkspace(path) ? workspaceId : undefined);
  });
  return NAV_GROUPS.map((group) => {
    const pages = shown
      .flatMap(({ nav, path }) => (nav?.group === group ? [{ path, ...nav }] : []))
      .sort((a, b) => a.order - b.order);
    // A page whose upper page is hidden from the person is an entry itself.
    const isBelow = (page: { readonly under?: string }) => pages.some(({ title }) => title === page.under);
    const entries = pages
      .filter((page) => !isBelow(page))
      .map((page) => ({ ...pick(page), below: pages.filter(({ under }) => under === page.title).map(pick) }));
    return { group, entries };
  }).filter(({ entries }) => entries.length > 0);
}

function pick({ icon, path, title }: NavPage): NavPage {
  return { icon, path, title };
}

/** Every page of the sections, whether or not its entry is unfolded. */
export function pagesOf(sections: readonly NavSection[]): readonly NavPage[] {
  return sections.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...entry.below]));
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

/** True if the page of a route is as wide as the window. */
export function isWide(path: string): boolean {
  return allPages.some((page) => page.path === path && page.layout === 'wide');
}

function isOfWorkspace(path: string): boolean {
  return path.startsWith('/w/');
}
