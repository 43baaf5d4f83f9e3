import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { shims } from '../shims.ts'
import { slug } from '../slug.ts'

const work = join(import.meta.dirname, '../../tmp/site')

export default defineConfig({
  title: 'Crier',
  description: 'Self-hosted publishing to social accounts: never twice, never silently lost.',
  lang: 'en',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }]],
  srcDir: join(work, 'pages'),
  srcExclude: ['public/**'],
  outDir: join(work, 'dist'),
  cacheDir: join(work, 'cache'),
  metaChunk: true,
  // Ours follows anchors too, and what is not made of Markdown.
  ignoreDeadLinks: true,
  markdown: {
    // Our pages write <BASE_URL> and the like, and mean it.
    html: false,
    anchor: { slugify: slug },
    // Those that everybody can read.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local', options: { _render } },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Connect', link: '/platforms/' },
      { text: 'API', link: '/api/' },
      { text: 'AI clients', link: '/mcp' },
      { text: 'Guarantees', link: '/delivery-guarantees' },
    ],
    sidebar: JSON.parse(readFileSync(join(work, 'sidebar.json'), 'utf8')),
  },
  vite: {
    // Of VitePress's own way with bundles, see ../shims.ts.
    logLevel: 'error',
    build: { chunkSizeWarningLimit: 4_000 },
    plugins: shims,
  },
})

/** What few look for by words would hide what many do. */
function _render(
  src: string,
  env: { relativePath: string },
  md: { render(src: string, env: object): string },
) {
  if (/^(facts|relied-on|licences|changelog|style)/.test(env.relativePath)) return ''
  return md.render(src, env)
}
