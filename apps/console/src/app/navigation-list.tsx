import { Box, NavLink, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, type NavEntry, type NavSection } from './navigation.js';

interface Place {
  readonly pathname: string;
  readonly workspaceId: string | undefined;
}

const FOLDED = 'console-folded-groups';

/** The pages by group. Groups fold, and the browser remembers which are folded. */
export function NavigationList({ sections, ...place }: Place & { readonly sections: readonly NavSection[] }) {
  const [folded, setFolded] = useState(readFolded);
  const toggle = (group: string) => {
    const next = folded.includes(group) ? folded.filter((each) => each !== group) : [...folded, group];
    setFolded(next);
    rememberFolded(next);
  };
  return sections.map((section) => (
    <Section
      key={section.group}
      section={section}
      place={place}
      isFolded={folded.includes(section.group)}
      onToggle={() => toggle(section.group)}
    />
  ));
}

interface SectionProps {
  readonly section: NavSection;
  readonly place: Place;
  readonly isFolded: boolean;
  readonly onToggle: () => void;
}

function Section({ isFolded, onToggle, place, section: { entries, group } }: SectionProps) {
  const { t } = useTranslation('navigation');
  const id = `navigation-${group}`;
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <Box component="section" mb="sm" aria-label={t(`group.${group}`)}>
      {entries.length > 1 && (
        <UnstyledButton
          w="100%"
          px="xs"
          py={2}
          fz="xs"
          c="dimmed"
          display="flex"
          style={{ alignItems: 'center', justifyContent: 'space-between' }}
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={onToggle}
        >
          {t(`group.${group}`)}
          <Chevron size={12} aria-hidden />
        </UnstyledButton>
      )}
      <div id={id}>
        {entries.map((entry) => (
          <Entry key={entry.path} entry={entry} place={place} isFolded={isFolded && entries.length > 1} />
        ))}
      </div>
    </Box>
  );
}

/** An entry, and the pages below it while one of them is open. Of a folded group, only the open pages are shown. */
function Entry({
  entry,
  isFolded,
  place,
}: {
  readonly entry: NavEntry;
  readonly place: Place;
  readonly isFolded: boolean;
}) {
  const isOpen = isAt(entry.path, place) || entry.below.some(({ path }) => isAt(path, place));
  if (isFolded && !isOpen) return null;
  return (
    <>
      <PageLink page={entry} place={place} indent={0} />
      {isOpen && entry.below.map((page) => <PageLink key={page.path} page={page} place={place} indent={20} />)}
    </>
  );
}

function PageLink({
  indent,
  page: { icon: Icon, path, title },
  place,
}: {
  readonly page: Pick<NavEntry, 'icon' | 'path' | 'title'>;
  readonly place: Place;
  readonly indent: number;
}) {
  const { t } = useTranslation('navigation');
  const isHere = isAt(path, place);
  return (
    <NavLink
      component={Link}
      {...({ to: addressOf(path, place.workspaceId) } as object)}
      label={t(`page.${title}`)}
      leftSection={<Icon size={16} aria-hidden />}
      activeOptions={{ exact: isAboveOthers(path) }}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      py={5}
      ps={12 + indent}
      style={{ borderRadius: 'var(--mantine-radius-default)' }}
    />
  );
}

/** The first page of a section lies above the others, and is not shown with them. */
function isAboveOthers(path: string): boolean {
  return path.endsWith('$workspace') || path === '/org';
}

function isAt(path: string, { pathname, workspaceId }: Place): boolean {
  const address = addressOf(path, workspaceId);
  return pathname === address || (!isAboveOthers(path) && pathname.startsWith(`${address}/`));
}

function readFolded(): readonly string[] {
  try {
    return localStorage.getItem(FOLDED)?.split(' ') ?? [];
  } catch {
    // Storage may be off: all groups are unfolded then.
    return [];
  }
}

function rememberFolded(groups: readonly string[]): void {
  try {
    localStorage.setItem(FOLDED, groups.join(' '));
  } catch {
    // The groups stay folded as long as the page.
  }
}
