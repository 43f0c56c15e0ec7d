import react from '@vitejs/plugin-react';
import { convertCssVariables, defaultCssVariablesResolver, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { theme } from './src/app/theme';

const SOURCE = fileURLToPath(new URL('./src', import.meta.url));
const VARIABLES_ID = 'virtual:mantine-variables.css';

/**
 * Mantine would write its variables into an inline `<style>` at run time. The server's content
 * security policy forbids that, so they are worked out here and end up in the hashed style sheet.
 */
function mantineVariables(): Plugin {
  return {
    name: 'mantine-variables',
    resolveId: (id) => (id === VARIABLES_ID ? `\0${VARIABLES_ID}` : undefined),
    load(id) {
      if (id !== `\0${VARIABLES_ID}`) return undefined;
      const merged = mergeMantineTheme(DEFAULT_THEME, theme);
      return `@layer mantine{${convertCssVariables(defaultCssVariablesResolver(merged), ':root')}}`;
    },
  };
}

/** The face that every page shows first is asked for before the style sheet that names it arrives. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /hanken-grotesk-latin-wght-normal-.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/pos/${name}` },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

/**
 * Says what login and sale need, found by following their imports: our modules and those of libraries that do not
 * offer all they have at one door.
 */
function modulesOfCounter(): (id: string, context: Rolldown.ChunkingContext) => boolean {
  const found = new Set<string>();
  const follow = (id: string, context: Rolldown.ChunkingContext): void => {
    if (found.has(id) || !(id.startsWith(SOURCE) || id.includes('/@tanstack/'))) return;
    found.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) follow(next, context);
  };
  return (id, context) => {
    follow(`${SOURCE}/app/Shell.tsx`, context);
    follow(`${SOURCE}/feature/sale/SalePage.tsx`, context);
    follow(`${SOURCE}/feature/session/LoginPage.tsx`, context);
    return found.has(id);
  };
}
const isOfCounter = modulesOfCounter();

/** The server that `make dev` runs beside. */
const SERVER = `http://127.0.0.1:${process.env['VITRINE_PORT'] ?? '8080'}`;

/** Tests of what needs no document. */
const RULES = ['src/**/*.test.ts', 'script/**/*.test.ts'];
/** Tests of what is shown, listens to keys or keeps something in the browser, or stands on what does. */
const ON_A_PAGE = [
  'src/**/*.test.tsx',
  'src/api/*.test.ts',
  'src/lib/{i18n,path,scan,storage}.test.ts',
  'src/feature/{sale/gift/gift,sale/stock/stock-question,setting/package/package}.test.ts',
];

export default defineConfig({
  base: '/pos/',
  plugins: [react(), mantineVariables(), preloadFont()],
  resolve: { alias: { '#': SOURCE } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // One style sheet: parts of it for each page would be more bytes, each with headers of its own.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // Of what starts the till; bytes on the wire are what `make bench` measures.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // Without the list of all pages that share a file.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // What every page needs is one file: each file has headers of its own, and small ones compress badly.
            { name: 'start', tags: ['$initial'] },
            // What login and sale share with other pages: what they do not need would else stand in the same files.
            { name: (id, context) => (isOfCounter(id, context) ? 'counter' : null), minShareCount: 2 },
            // All icons come through one door, behind which nobody can follow them.
            { name: 'icon', test: /@tabler/, minShareCount: 2 },
            // What some pages share, in files that are worth being asked for.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 32_000 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // The server refuses what comes from another site: it must see the host that the browser sees.
    proxy: Object.fromEntries(
      ['/api', '/pictures', '/healthz'].map((path) => [path, { target: SERVER, changeOrigin: false }]),
    ),
  },
  test: {
    restoreMocks: true,
    // A document costs seconds for each file: only what needs one gets it.
    projects: [
      { extends: true, test: { name: 'rules', environment: 'node', include: RULES, exclude: ON_A_PAGE } },
      { extends: true, test: { name: 'page', environment: 'jsdom', include: ON_A_PAGE, setupFiles: ['./src/test-setup.ts'] } },
    ],
  },
});
