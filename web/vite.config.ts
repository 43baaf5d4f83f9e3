import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where `npm run dev` of the service answers; the Origin is made its own, since it refuses writes from other sites. */
const service = 'http://127.0.0.1:3000'
const passed = { target: service, headers: { origin: service } }

// Not what one or two rooms ask for, unless it is a few lines, which weigh more in a file of their own; counting and uploading begin where somebody writes.
const ground =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-query|query-core|react-router|router-core|history|react-store|store))\/|web\/src\/(api\/(?!(passkeys|deletion|second-factor|webhooks|analytics)\.)|shell\/|live\/)|web\/src\/words\/common\.ts|web\/src\/ui\/(button|dialog|face|field|form|icon|icon-button|notice|page|platform-mark|rich|ring|said|segmented|states|switch|thumb|time)\.tsx|web\/src\/(ui\/use-order|writing\/(new|dates))\.ts|sdk\/(?!measure\/|upload-call\.|uploading\.)/

/** The page names it beside its program, which does not wait for it. */
const ahead: Plugin = {
  name: 'ahead',
  transformIndexHtml(_, { bundle = {} }) {
    const found = Object.values(bundle).find((each) => 'isEntry' in each && each.name === 'ahead')
    if (!found) return []
    const attrs = { type: 'module', async: true, crossorigin: true, src: `/${found.fileName}` }
    return [{ tag: 'script', attrs, injectTo: 'head' }]
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), ahead],
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Nothing may stand inline: the service's content security policy refuses it.
    assetsInlineLimit: 0,
    // Which file holds what: `bench/bundle.ts` weighs by it.
    manifest: true,
    rolldownOptions: {
      input: { index: 'index.html', ahead: 'src/ahead/ahead.ts' },
      output: {
        // What the first room always needs, in one file: many small ones are packed worse.
        // The words of a language come while it is being evaluated: what they need themselves stands apart from it.
        codeSplitting: {
          groups: [
            {
              name: 'format',
              test: /web\/src\/(words\/(language|format)|ahead\/begun)\.ts|vite\/preload-helper/,
              priority: 2,
            },
            { name: 'ground', test: ground, priority: 1 },
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/console': passed, '/api': passed, '/connect/': passed, '/oauth': passed },
  },
})
