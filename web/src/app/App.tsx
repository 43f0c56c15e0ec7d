import { DirectionProvider, MantineProvider, mergeThemeOverrides, useDirection } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#/api/refusal';
import { token } from '#/api/session-store';
import { directionOf } from '#/lib/i18n';
import { clearNotices } from '#/lib/notice';
import { page } from '#/lib/path';
import { followTheme, resolvedTheme } from '#/lib/theme';
import { componentDefaults } from '#/ui/mantine-defaults';
import { createTillRouter } from './routes';
import { theme } from './theme';

const fullTheme = mergeThemeOverrides(theme, { components: componentDefaults });

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal will be a refusal again; a broken line is worth one more try.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 1,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const router = createTillRouter(queryClient);

// A session that ends, here or in another window, leads to the login page with the way back.
token.subscribe(() => {
  if (token.get() !== null) return;
  queryClient.clear();
  clearNotices();
  const { pathname, href } = router.state.location;
  if (pathname !== page.login) void router.navigate({ to: page.login, search: { redirect: href } });
});

function useTheme(): 'light' | 'dark' {
  const [shown, setShown] = useState(resolvedTheme);
  useEffect(() => followTheme(() => setShown(resolvedTheme())), []);
  useEffect(() => {
    document.documentElement.dataset['theme'] = shown;
  }, [shown]);
  return shown;
}

function DirectionFollower() {
  const { i18n } = useTranslation();
  const { setDirection } = useDirection();
  useEffect(() => setDirection(directionOf(i18n.language)), [i18n.language, setDirection]);
  return null;
}

export function App() {
  const scheme = useTheme();
  return (
    <DirectionProvider initialDirection={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'} detectDirection={false}>
      {/* Variables are in the style sheet already: the content security policy forbids inline style. */}
      <MantineProvider theme={fullTheme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <DirectionFollower />
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
