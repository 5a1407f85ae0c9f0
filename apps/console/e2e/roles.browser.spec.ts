import { allPages } from '../src/routes/all-pages.js';
import { expect, partOfRow, test } from './check-page.js';
import { asOwner, goTo, openPage, readWorld, signIn } from './world.js';

const PASSWORD = 'a long enough password';

/** Pages with an address of their own that only some may see. */
const guarded = allPages.flatMap(({ nav, path, permission }) => {
  const needed = permission ?? nav?.permission;
  const hasAddress = !path.replace('$workspace', '').includes('$');
  return needed !== undefined && hasAddress ? [{ path, needed }] : [];
});

/** A page that everybody sees, and that asks for nothing. */
const NEUTRAL = '/me/appearance';

interface Role {
  readonly name: string;
  readonly invite: { readonly role?: string; readonly workspace_role?: string };
  /** Pages that the role sees, and one each that it does and does not see, so that no empty list passes. */
  readonly sees: string;
  readonly lacks: string;
}

const ROLES: readonly Role[] = [
  { name: 'org_admin', invite: { role: 'org_admin' }, sees: '/org/people', lacks: '/org/deployment' },
  { name: 'admin', invite: { workspace_role: 'admin' }, sees: '/w/$workspace/keys', lacks: '/org/people' },
  { name: 'editor', invite: { workspace_role: 'editor' }, sees: '/w/$workspace/routing', lacks: '/w/$workspace/keys' },
  {
    name: 'viewer',
    invite: { workspace_role: 'viewer' },
    sees: '/w/$workspace/usage',
    lacks: '/w/$workspace/keys',
  },
];

interface SessionAnswer {
  readonly permissions: {
    readonly organization: readonly string[];
    readonly workspaces: readonly { readonly id: string; readonly permissions: readonly string[] }[];
  };
}

for (const [index, { invite, lacks, name, sees }] of ROLES.entries()) {
  const title = `${name}: every page that the role may see asks for nothing that is rejected, and no other page loads`;
  test(title, { tag: partOfRow(index) }, async ({ page }) => {
    const { url, workspace } = readWorld();
    const owner = asOwner();
    const email = `role.${name}@example.com`;
    const { token } = await owner.call<{ token: string }>('POST', '/org/invites', {
      email,
      ...invite,
      ...(invite.workspace_role !== undefined && { workspace_id: workspace.id }),
    });
    const cookie = await owner.takeCookie('/auth/signup', { token, name: `Role ${name}`, password: PASSWORD });
    await signIn(page, cookie);
    const session = await fetch(`${url}/auth/session`, { headers: { cookie } });
    const { permissions } = (await session.json()) as SessionAnswer;
    const inWorkspace = permissions.workspaces.find(({ id }) => id === workspace.id)?.permissions ?? [];
    const held = new Set([...permissions.organization, ...inWorkspace]);
    const isSeen = ({ needed, path }: (typeof guarded)[number]): boolean =>
      path.startsWith('/w/') ? held.has(needed) : permissions.organization.includes(needed);
    const seen = guarded.filter(isSeen).map(({ path }) => path);
    expect([seen.includes(sees), seen.includes(lacks)]).toEqual([true, false]);

    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/(admin|org|w)\//.test(pathname)) asked.push(pathname);
    });
    const forbidden = page.getByText('You cannot see this page');
    await openPage(page, NEUTRAL);
    for (const { path } of guarded) {
      // Between two pages one that everybody sees, so that what is shown is not of the page before.
      await goTo(page, NEUTRAL);
      await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible();
      asked.length = 0;
      await goTo(page, path.replace('$workspace', ':workspace'));
      await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toHaveCount(0);
      if (seen.includes(path)) {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
        await expect(forbidden, path).toHaveCount(0);
      } else {
        await expect(forbidden, path).toBeVisible();
        const link = page.locator(`nav a[href$="${path.replace('$workspace', workspace.id)}"]`);
        await expect(link, path).toHaveCount(0);
        // The shell lists workspaces; the page itself asks for nothing.
        expect([path, asked.filter((each) => each !== '/admin/workspaces')]).toEqual([path, []]);
      }
    }
    // The page is rejected at its address too, not only on the way there.
    await openPage(page, lacks.replace('$workspace', ':workspace'));
    await expect(forbidden).toBeVisible();
  });
}
