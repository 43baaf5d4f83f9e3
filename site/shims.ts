/**
 * VitePress 1.6 is made for Vite 5, and the one here is the dashboard's, Vite 8: what stands between them, until there is a
 * VitePress for it. docs/decisions/0159-a-site.md has why. test/site/built.test.ts notices when one of them does nothing.
 */
import type { Plugin, ResolvedConfig } from 'vite'

/** Each page is served a second time without the text that stands in its HTML already; VitePress marks that text. */
const MARKED = /['"`]__VP_STATIC_START__[^]*?__VP_STATIC_END__['"`]/g

/** What VitePress adds to the configuration of Vite. */
type Configured = ResolvedConfig & {
  vitepress: { site: { head: [tag: string, attributes: Record<string, string>][] } }
}

export const shims: Plugin[] = [
  {
    name: 'inline-scripts-as-they-are',
    // It would have esbuild shorten two scripts of a line each, and esbuild is not here. It passes over any type that is not
    // written "javascript", and browsers read that word whatever its letters (mimesniff.spec.whatwg.org, JavaScript MIME types).
    configResolved(config) {
      for (const [tag, attributes] of (config as Configured).vitepress.site.head)
        if (tag === 'script') attributes['type'] = 'text/JavaScript'
    },
  },
  {
    name: 'lean-pages',
    enforce: 'pre',
    // It adds them to the bundle by assignment, which Vite 8 passes over.
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.facadeModuleId?.endsWith('.md')) continue
        this.emitFile({
          type: 'asset',
          fileName: chunk.fileName.replace(/\.js$/, '.lean.js'),
          source: chunk.code.replaceAll(MARKED, '""'),
        })
      }
    },
  },
]
