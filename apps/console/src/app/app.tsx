import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { ApiFailure, handleSignedOut } from '../api/client.js';
import { sessionQuery } from '../api/session.js';
import { late } from '../ui/late.js';
import { pageNonce } from '../ui/nonce.js';
import { hearMessages } from '../ui/notify.js';
import { ConnectionBanner } from './connection-banner.js';
import { createAppRouter } from './router.js';
import { colourVariables, theme } from './theme.js';

const Notifications = late(
  // The console is of use without its messages.
  () => import('./notifications.js').then((loaded) => loaded.default).catch(() => () => null),
  () => null,
);

const MOST_RETRIES = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A query that waits for the network says nothing: it fails, and the banner says why (connection-banner.tsx).
      networkMode: 'always',
      // Only requests that did not arrive are repeated: the service would reject a rejected one again.
      retry: (count, failure) =>
        count < MOST_RETRIES && (!(failure instanceof ApiFailure) || failure.status === 0 || failure.status >= 502),
    },
    mutations: { networkMode: 'always' },
  },
});

const router = createAppRouter();

/** Pages for people who are not signed in. */
const FOR_STRANGERS: readonly string[] = ['/sign-in', '/set-up', '/invite'];

const isForStrangers = (pathname: string): boolean => FOR_STRANGERS.includes(pathname.replace(/\/+$/, ''));

handleSignedOut(() => {
  const { pathname, searchStr } = router.state.location;
  if (isForStrangers(pathname)) return;
  queries.removeQueries();
  void router.navigate({ to: '/sign-in', search: { return_to: `${pathname}${searchStr}` } as never });
});

/** Asks who is signed in before anything is drawn, so that the answer and the texts are on their way at once. */
export function askForSession(): void {
  if (!isForStrangers(router.state.location.pathname)) void queries.prefetchQuery(sessionQuery);
}

/** Short messages; the code that shows them is loaded with the first one. */
function Messages() {
  const [isAsked, ask] = useState(false);
  useEffect(() => hearMessages(() => ask(true)), []);
  return isAsked && <Notifications />;
}

/** The console: theme, texts, data and routes. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={colourVariables}
      defaultColorScheme="auto"
      getStyleNonce={pageNonce}
    >
      <QueryClientProvider client={queries}>
        <Messages />
        <ConnectionBanner />
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
