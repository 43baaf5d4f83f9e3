/**
 * A page that clients show beside a post (MCP Apps, SEP-1865): one file without anything from elsewhere but pictures, which
 * `scripts/build-web.mjs` builds. See docs/decisions/0130.
 */
import { readFileSync } from 'node:fs'
import type { ReadResourceResult } from '@modelcontextprotocol/server'

export interface ViewPlace {
  readonly base_url: string
  readonly sandbox_url: string | undefined
}

export interface View {
  /** Tools name it; it is read, and not listed: the list is that of the specification. */
  uri: string
  read(): ReadResourceResult
  /** On each tool that answers with a post. */
  meta: { ui: { resourceUri: string } }
}

const uri = 'ui://crier/post'
const mimeType = 'text/html;profile=mcp-app'
const built = new URL('../../../web/dist/view.html', import.meta.url)

/** Undefined: it was not built, and the service does without. `place`: known once it is asked for. */
export function viewOf(place: () => ViewPlace): View | undefined {
  const page = pageIn(built)
  if (page === undefined) return undefined
  return {
    uri,
    read: () => ({ contents: [{ uri, mimeType, ...contentOf(page, place()) }] }),
    meta: { ui: { resourceUri: uri } },
  }
}

function contentOf(page: string, { base_url, sandbox_url }: ViewPlace) {
  // Where the dashboard is, for whoever wants to see the post there.
  const home = `<meta name="crier" content="${base_url.replaceAll('"', '%22')}" />`
  const text = page.replace('<meta name="crier" content="" />', () => home)
  // Files and pictures of accounts come from wherever they are kept.
  const resourceDomains = ['https:', ...origins([base_url, sandbox_url])]
  return { text, _meta: { ui: { csp: { resourceDomains }, prefersBorder: true } } }
}

function origins(addresses: readonly (string | undefined)[]) {
  return [...new Set(addresses.flatMap((each) => (each ? [new URL(each).origin] : [])))]
}

function pageIn(place: URL) {
  try {
    return readFileSync(place, 'utf8')
  } catch {
    return undefined
  }
}
