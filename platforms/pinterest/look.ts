/** After a lost answer: the pins of the board, and those of all boards. Pinterest makes a second pin of a second call. */
import { z } from 'zod'
import { type Looked, type Reach, reachOf, type Sight } from '../evidence.ts'
import { ask, type Access } from './api.ts'
import { boardsOf } from './boards.ts'

const PAGE_SIZE = 250
const PAGES = 8

const words = z.string().nullish().catch(undefined)
const Pins = z.object({
  items: z.array(
    z.object({
      id: z.string().regex(/^\d+$/),
      created_at: z.string(),
      title: words,
      description: words,
      link: words,
      alt_text: words,
      board_id: words,
      board_section_id: words,
      parent_pin_id: words,
      note: words,
      media: z.object({ media_type: words }).nullish().catch(undefined),
    }),
  ),
  bookmark: z.string().nullish(),
})
type Pin = z.output<typeof Pins>['items'][number]
const Board = z.object({ pin_count: z.number().nullish().catch(undefined) })

export interface Wanted {
  /** Absent: on which board it is, nobody knows. */
  board_id?: string
  board_section_id?: string | undefined
  /** Pinterest fills in what was not sent: only what was sent is compared. */
  title?: string
  alt_text?: string
  kind: 'image' | 'multiple_images' | 'video'
  from: Date
}

export async function look(access: Access, wanted: Wanted): Promise<Looked> {
  const { board_id, board_section_id, from } = wanted
  if (board_id === undefined) {
    const { pins, reach } = await listAll(access, from)
    return {
      known: null,
      seen: pins.map((pin) => sightOf(pin, wanted, access)),
      reach: pins.length > 0 ? reach : await reachOfNone(access),
    }
  }
  const place = board_section_id ? `${board_id}/sections/${board_section_id}` : board_id
  const board = await list(access, `/v5/boards/${place}/pins`, {}, from)
  // Our pins of other boards tell whether what we know to be there is shown.
  const all = await listAll(access, from)
  const pins = new Map([...all.pins, ...board.pins].map((pin) => [pin.id, pin]))
  return {
    known: null,
    seen: [...pins.values()].map((pin) => sightOf(pin, wanted, access)),
    reach: board.pins.length > 0 ? board.reach : await emptyReach(access, wanted, all),
  }
}

const listAll = async (access: Access, from: Date) =>
  list(access, '/v5/pins', { include_protected_pins: 'true' }, from)

interface List {
  pins: Pin[]
  reach: Reach
}

async function list(
  access: Access,
  path: string,
  more: Record<string, string>,
  from: Date,
): Promise<List> {
  const pins: Pin[] = []
  const reach = (ended: boolean) =>
    reachOf(
      pins.map(({ created_at }) => timeOf(created_at)),
      { from: from.getTime(), ended },
    )
  let bookmark: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const query = new URLSearchParams({
      page_size: String(PAGE_SIZE),
      ...more,
      ...(bookmark ? { bookmark } : {}),
    })
    const found = await ask(access, {
      purpose: 'read',
      method: 'GET',
      path: `${path}?${query.toString()}`,
      answer: Pins,
    })
    pins.push(...found.items)
    bookmark = found.bookmark || undefined
    if (!bookmark || reach(false) === 'past_window') break
  }
  return { pins, reach: reach(!bookmark) }
}

/** A list of nothing proves nothing, unless the board counts none; a section that is empty, if our other pins are shown. */
async function emptyReach(
  access: Access,
  { board_id, board_section_id }: Wanted,
  all: List,
): Promise<Reach> {
  const path = `/v5/boards/${board_id}`
  const { pin_count } = await ask(access, { purpose: 'read', method: 'GET', path, answer: Board })
  if (pin_count === 0) return 'end_told'
  return board_section_id && all.pins.length > 0 ? all.reach : 'part'
}

/** On all boards together. */
async function reachOfNone(access: Access): Promise<Reach> {
  const boards = await boardsOf(access, 'read')
  return boards.every(({ pin_count }) => pin_count === 0) ? 'end_told' : 'part'
}

function sightOf(pin: Pin, wanted: Wanted, access: Access): Sight {
  const { title, alt_text } = wanted
  return {
    ids: [pin.id],
    at: timeOf(pin.created_at),
    url: addressOf(access, pin.id),
    author: undefined,
    app: undefined,
    role: pin.parent_pin_id ? 'repost' : 'post',
    parent: null,
    shown: {
      text: textOf([
        title === undefined ? undefined : pin.title,
        pin.description,
        alt_text === undefined ? undefined : pin.alt_text,
      ]),
      links: pin.link ? [{ as: null, address: pin.link }] : [],
    },
    media: undefined,
    key: false,
    contradicts: contradiction(pin, wanted),
  }
}

/** Ours has no note, lies where it was sent to, and shows pictures or a video. */
function contradiction({ note, board_id, board_section_id, media }: Pin, wanted: Wanted) {
  if (note) return 'note'
  const told = wanted.board_id !== undefined
  if (told && board_id && board_id !== wanted.board_id) return 'board'
  if (told && board_section_id && board_section_id !== wanted.board_section_id) return 'section'
  // What a video is called while it is processed is not documented; a picture is never called one.
  return wanted.kind !== 'video' && /video/.test(media?.media_type ?? '') ? 'video' : null
}

/** What is compared, of a pin as it was sent and as it is shown: title, description, alternative text. */
export function textOf(fields: readonly (string | null | undefined)[]) {
  return fields.filter((field) => field).join('\n')
}

export function addressOf({ tools }: Access, id: string) {
  return `${tools.config.hosts['web']}/pin/${id}/`
}

/** UTC, though nothing in it says so. */
function timeOf(text: string): number | null {
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time) ? null : time
}
