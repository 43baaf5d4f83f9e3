/** What the site is made of: its sections, in the order in which somebody reads them. A test holds the list against docs/. */
import { manifests } from '#platforms/catalog.ts'
import { eventTypes } from '#rules/event.ts'

export interface Section {
  title: string
  /** Files of the repository. */
  pages: readonly string[]
  /** Long lists that few read from one end to the other: at the side of their own pages only. */
  folded?: true
}

const docs = (...names: string[]) => names.map((name) => `docs/${name}.md`)

export const sections: readonly Section[] = [
  { title: 'Start', pages: docs('start') },
  { title: 'Install', pages: docs('install') },
  {
    title: 'Connect',
    pages: [
      ...Object.keys(manifests).map((id) => `docs/platforms/${id}.md`),
      'docs/platforms/README.md',
    ],
  },
  {
    title: 'Use',
    pages: docs(
      'dashboard',
      'posts',
      'publishing',
      'media',
      'schedule',
      'series',
      'analytics',
      'notices',
      'people',
    ),
  },
  { title: 'AI clients', pages: docs('mcp', 'oauth') },
  { title: 'API', pages: docs('operations', 'keys', 'limits', 'sdk', 'webhooks', 'events') },
  { title: 'Guarantees', pages: docs('delivery-guarantees', 'answers', 'codes') },
  {
    title: 'Operate',
    pages: docs('configuration', 'data', 'scaling', 'metrics', 'traces', 'sign-in', 'licences'),
  },
  { title: 'Upgrade', pages: [...docs('upgrade'), 'CHANGELOG.md'] },
  {
    title: 'Contribute',
    pages: [
      'CONTRIBUTING.md',
      'STYLE.md',
      ...docs('architecture', 'glossary'),
      'CODE_OF_CONDUCT.md',
      'SECURITY.md',
    ],
  },
  {
    title: 'Every event',
    folded: true,
    pages: eventTypes.map((type) => `docs/events/${type}.md`),
  },
  {
    title: 'Facts about platforms',
    folded: true,
    pages: ['docs/facts/README.md', ...Object.keys(manifests).map((id) => `docs/facts/${id}.md`)],
  },
  {
    title: 'What we rely on',
    folded: true,
    pages: Object.keys(manifests).map((id) => `platforms/${id}/README.md`),
  },
]

/** Pages of docs/ that are no pages of the site: an index of files, and why things are as they are. */
export const apart: readonly RegExp[] = [/^docs\/README\.md$/, /^docs\/decisions\//]

/** Where the page of a file is, without an ending. */
export function placeOf(file: string): string {
  const relied = /^platforms\/(\w+)\/README\.md$/.exec(file)
  if (relied) return `relied-on/${relied[1]}`
  return file
    .replace(/^docs\//, '')
    .replace(/^operations\.md$/, 'api/index')
    .replace(/^codes\.md$/, 'codes/index')
    .replace(/\bREADME\.md$/, 'index')
    .replace(/\.md$/, '')
    .toLowerCase()
}

export const places: ReadonlyMap<string, string> = new Map(
  sections.flatMap(({ pages }) => pages.map((file) => [file, placeOf(file)])),
)
