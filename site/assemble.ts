/** Lays out what VitePress builds: the pages of docs/ with links of the site, those that are read off the code, and the lists. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { apiPages, groups, type Made } from './api.ts'
import { codePages } from './codes.ts'
import { home } from './home.ts'
import { relinked } from './links.ts'
import { llms, llmsFull } from './llms.ts'
import { type Section, placeOf, sections } from './plan.ts'
import { slug } from './slug.ts'

export const root = join(import.meta.dirname, '..')
export const work = join(root, 'tmp/site')
export const pagesFolder = join(work, 'pages')
export const built = join(work, 'dist')

/** Made instead of the file, from the same definitions. */
const instead = new Set(['docs/operations.md', 'docs/codes.md'])

export interface Item {
  text: string
  link?: string
  items?: Item[]
}

/** Answers how many pages there are. */
export async function assemble(): Promise<number> {
  await rm(pagesFolder, { recursive: true, force: true })
  const made = [...apiPages(), ...codePages()].map((each) => ({
    ...each,
    // They are written as if they stood in that file.
    text: relinked(each.text, 'docs/operations.md'),
  }))
  const files = await Promise.all(
    sections.flatMap(({ pages }) => pages.filter((file) => !instead.has(file)).map(pageOf)),
  )
  const pages = [...files, ...made]
  for (const { text, place } of pages) {
    if (/\{\{/.test(text.replaceAll(/^ *```[\s\S]*?^ *```$|`[^`]*`/gm, '')))
      throw new Error(`${place}: write {{ as code, or the page is taken for a template.`)
    await write(`${place}.md`, text)
  }
  await write('index.md', home)
  await write('public/icon.svg', await readFile(join(root, 'web/src/icon.svg'), 'utf8'))
  await cp(join(root, 'docs/pictures'), join(pagesFolder, 'public/pictures'), { recursive: true })
  await write('public/llms.txt', llms(pages))
  await write('public/llms-full.txt', llmsFull(pages))
  for (const { text, place } of pages) await write(`public/${place}.md`, text)
  await write(
    '../sidebar.json',
    JSON.stringify(sidebar(new Map(pages.map((each) => [each.place, each])))),
  )
  return pages.length + 1
}

async function pageOf(file: string): Promise<Made> {
  const text = (await readFile(join(root, file), 'utf8'))
    .replaceAll(/<!--[\s\S]*?-->\n*/g, '')
    .replaceAll(/^```mermaid$/gm, '```txt')
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`${file} has no heading.`)
  return { place: placeOf(file), title: title.replaceAll('`', ''), text: relinked(text, file) }
}

async function write(name: string, text: string) {
  const file = join(pagesFolder, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** By where somebody is: lists that few read from one end to the other stand beside their own pages only. */
function sidebar(pages: ReadonlyMap<string, Made>): Record<string, Item[]> {
  const item = (place: string): Item => ({
    text: pages.get(place)?.title.replace(': getting credentials', '') ?? place,
    link: `/${place.replace(/\bindex$/, '')}`,
  })
  const own = ({ title, pages: files }: Section): Item => {
    const items = files.map((file) => item(placeOf(file)))
    if (title === 'API') items.push(item('errors/index'), item('api/shapes'))
    if (title === 'AI clients') items.push(...clientsOf(pages.get('mcp')?.text ?? ''))
    return { text: title, items }
  }
  const main = sections.filter(({ folded }) => !folded).map(own)
  const back: Item = { text: 'All of the documentation', link: '/start' }
  const beside = Object.fromEntries(
    sections
      .filter(({ folded }) => folded)
      .map((section) => [
        `/${placeOf(section.pages[0] ?? '').split('/')[0]}/`,
        [back, own(section)],
      ]),
  )
  const calls = [...groups()].map(([text, names]) => ({
    text,
    items: names.map((name) => item(`api/${name}`)),
  }))
  const api = [back, item('api/index'), item('errors/index'), item('api/shapes'), ...calls]
  return { ...beside, '/api/': api, '/': main }
}

/** Each client has its section of one page. */
function clientsOf(text: string): Item[] {
  return [...text.matchAll(/^## (.+)$/gm)]
    .map(([, title = '']) => title)
    .filter((title) => !/^(What|When|How)/.test(title))
    .map((title) => ({ text: title, link: `/mcp#${slug(title)}` }))
}
