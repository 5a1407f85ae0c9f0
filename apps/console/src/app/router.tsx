import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { basePath } from '../api/client.js';
import { allPages } from '../routes/all-pages.js';
import { late } from '../ui/late.js';
import { loadTexts } from './i18n.js';
import { NotFound } from './not-found.js';
import type { PageDefinition } from './page-definition.js';
import { PageFailure } from './page-failure.js';
import { WaitingPage } from './waiting-page.js';

/** The code of a page and its texts. The router would reload for a file that is missing, as page-failure.tsx does already: once is enough. */
async function load(page: PageDefinition) {
  try {
    const [code] = await Promise.all([page.load(), loadTexts(page.texts)]);
    return code;
  } catch (problem) {
    throw new Error('The code of the page could not be loaded.', { cause: problem });
  }
}

/**
 * The component of a page. The first page of a visit is drawn with its heading while its code is on its way; where another page is open, it
 * stays until the code of the next one is there.
 *
 * @param isFirst tells if no page is open yet
 */
function pageComponent(page: PageDefinition, isFirst: () => boolean) {
  const Page = late(
    () => load(page).then((loaded) => loaded.default),
    () => <WaitingPage page={page} />,
  );
  const preload = async (): Promise<void> => {
    const loaded = Page.load();
    if (!isFirst()) await loaded;
  };
  return Object.assign((props: object) => <Page {...props} />, { preload });
}

/** Loads the frame of the pages while their code is loaded: the sign-in page has none. */
async function loadShell() {
  const { Shell } = await import('./shell.js');
  return { default: Shell };
}

/** The routes of all pages: those in the shell below one layout, which knows the session. */
export function createAppRouter() {
  let router: AnyRouter | undefined;
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
  const shell = createRoute({ id: 'shell', getParentRoute: () => root, component: lazyRouteComponent(loadShell) });
  const routeOf = (page: PageDefinition, parent: typeof root | typeof shell) =>
    createRoute({
      path: page.path,
      getParentRoute: () => parent as typeof root,
      component: pageComponent(page, () => router?.state.resolvedLocation === undefined),
      validateSearch: (raw: Record<string, unknown>) => page.search?.(raw) ?? {},
      staticData: page.guide === undefined ? {} : { guide: page.guide },
      wrapInSuspense: true,
    });
  const [bare, inShell] = [
    allPages.filter(({ layout }) => layout === 'bare'),
    allPages.filter(({ layout }) => layout !== 'bare'),
  ];
  const tree = root.addChildren([
    shell.addChildren(inShell.map((page) => routeOf(page, shell))),
    ...bare.map((page) => routeOf(page, root)),
  ]);
  const made = createRouter({
    routeTree: tree,
    basepath: `${basePath()}/ui`,
    defaultPreload: 'intent',
    defaultPendingComponent: () => null,
    defaultErrorComponent: PageFailure,
  });
  router = made;
  return made;
}
