import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** The groups of the sidebar, from top to bottom. */
export const NAV_GROUPS = [
  'home',
  'observe',
  'playground',
  'build',
  'gateway',
  'policies',
  'access',
  'connect',
  'organization',
  'me',
] as const;

export type NavGroup = (typeof NAV_GROUPS)[number];

/** A page of the console: its address, its code, and its place in the navigation. */
export interface PageDefinition {
  /** Such as `/w/$workspace/keys`. */
  readonly path: string;
  readonly load: () => Promise<{ default: ComponentType }>;
  /** The catalogues of its texts beside `common`, which are loaded with its code (checked by page-texts.integration.spec.ts). */
  readonly texts: readonly string[];
  /** Its guide: a file of docs/ without its suffix, and the heading that is meant, if one is. Pages of strangers and guides have none. */
  readonly guide: string | undefined;
  /** Reads the search parameters of the address. */
  readonly search?: (raw: Record<string, unknown>) => Record<string, unknown>;
  readonly nav?: {
    readonly group: NavGroup;
    readonly order: number;
    /** A key of navigation.json. */
    readonly title: string;
    /** Title of the page of the same group below which this one is listed; it is shown while one of them is open. */
    readonly under?: string;
    readonly icon: Icon;
    /** Without it, the page is absent. */
    readonly permission?: string;
  };
  /** The permission of a page that is not in the navigation. */
  readonly permission?: string;
  /** `wide`: as wide as the window. */
  readonly layout?: 'shell' | 'wide' | 'bare';
}
