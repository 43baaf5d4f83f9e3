/** The boards of the account and their sections: to choose among, and to find by their names. */
import { z } from 'zod'
import type { Choices, Json } from '../platform.ts'
import { ask, type Access } from './api.ts'

const Board = z.object({
  id: z.string().regex(/^\d+$/),
  name: z.string(),
  privacy: z.string().nullish().catch(undefined),
  pin_count: z.number().nullish().catch(undefined),
})
const Boards = z.object({ items: z.array(Board), bookmark: z.string().nullish() })
type Board = z.output<typeof Board>

const Sections = z.object({
  items: z.array(Board.omit({ privacy: true, pin_count: true })),
  bookmark: z.string().nullish(),
})

/** Nobody chooses among more. */
const PAGES = 20
/** A call each: some hundred are within a minute's limit, and nobody waits for them. */
const WITH_SECTIONS = 60
const AT_ONCE = 5

type Purpose = 'sign_in' | 'prepare' | 'read'

export async function boardsOf(access: Access, purpose: Purpose) {
  return walk(access, '/v5/boards', purpose, Boards)
}

export async function sectionsOf(access: Access, board: string, purpose: Purpose) {
  return walk(access, `/v5/boards/${board}/sections`, purpose, Sections)
}

async function walk<Item>(
  access: Access,
  path: string,
  purpose: Purpose,
  answer: z.ZodType<{ items: Item[]; bookmark?: string | null | undefined }>,
): Promise<Item[]> {
  const all: Item[] = []
  let bookmark: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const query = new URLSearchParams({ page_size: '250', ...(bookmark ? { bookmark } : {}) })
    const of = `${path}?${query.toString()}`
    const found = await ask(access, { purpose, method: 'GET', path: of, answer })
    all.push(...found.items)
    bookmark = found.bookmark ?? undefined
    if (!bookmark) break
  }
  return all
}

export async function choices(access: Access): Promise<Choices> {
  const boards = await boardsOf(access, 'read')
  const read = boards.slice(0, WITH_SECTIONS)
  const sections = []
  for (let from = 0; from < read.length; from += AT_ONCE) {
    const some = read.slice(from, from + AT_ONCE).map(async ({ id }) => {
      const found = await sectionsOf(access, id, 'read')
      return found.map((section) => ({ value: section.id, name: section.name, within: id }))
    })
    sections.push(...(await Promise.all(some)).flat())
  }
  return {
    options: {
      board_id: boards.map(({ id, name, privacy }) => ({
        value: id,
        name,
        ...(privacy && privacy !== 'PUBLIC' ? { note: privacy.toLowerCase() } : {}),
      })),
      board_section_id: sections,
    },
    complete: read.length === boards.length,
    settings: settingsOf(boards),
  }
}

export function settingsOf(boards: readonly Board[]): Record<string, Json> {
  return { boards: boards.map(({ id, name }) => ({ id, name })) }
}
