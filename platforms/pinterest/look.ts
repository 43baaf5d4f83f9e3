/** After a lost answer: the pins of the board. Pinterest has no idempotency key and makes a second pin of a second call. */
import { z } from 'zod'
import { type Looked, reachOf, type Sight } from '../evidence.ts'
import { ask, type Session } from './api.ts'

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
      board_section_id: words,
      parent_pin_id: words,
      note: words,
    }),
  ),
  bookmark: z.string().nullish(),
})
type Pin = z.output<typeof Pins>['items'][number]

export interface Wanted {
  board_id: string
  board_section_id?: string
  /** Pinterest fills a title in where none was sent: only what was sent is compared. */
  title?: string
  from: Date
}

export async function look(session: Session, wanted: Wanted): Promise<Looked> {
  const { board_id, board_section_id, from } = wanted
  const place = board_section_id ? `${board_id}/sections/${board_section_id}` : board_id
  const pins: Pin[] = []
  let bookmark: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const query = new URLSearchParams({
      page_size: String(PAGE_SIZE),
      ...(bookmark ? { bookmark } : {}),
    })
    const path = `/v5/boards/${place}/pins?${query.toString()}`
    const found = await ask(session, { purpose: 'read', method: 'GET', path, answer: Pins })
    pins.push(...found.items)
    bookmark = found.bookmark ?? undefined
    if (!bookmark || reach(pins, from, false) === 'past_window') break
  }
  return {
    known: null,
    seen: pins.map((pin) => sightOf(pin, wanted, session)),
    reach: reach(pins, from, !bookmark),
  }
}

function reach(pins: readonly Pin[], from: Date, ended: boolean) {
  const times = pins.map(({ created_at }) => timeOf(created_at))
  return reachOf(times, { from: from.getTime(), ended })
}

function sightOf(pin: Pin, { title, board_section_id }: Wanted, session: Session): Sight {
  return {
    ids: [pin.id],
    at: timeOf(pin.created_at),
    url: addressOf(session, pin.id),
    author: undefined,
    app: undefined,
    role: pin.parent_pin_id ? 'repost' : 'post',
    parent: null,
    shown: {
      text: textOf({ title: title === undefined ? undefined : pin.title, text: pin.description }),
      links: pin.link ? [{ as: null, address: pin.link }] : [],
    },
    media: undefined,
    key: false,
    contradicts: contradiction(pin, board_section_id),
  }
}

/** Ours has no note, and lies in the section that it was sent to. */
function contradiction(pin: Pin, section: string | undefined) {
  if (pin.note) return 'note'
  return pin.board_section_id && pin.board_section_id !== section ? 'section' : null
}

/** What is compared, of a pin as it was sent and as it is shown. */
export function textOf(pin: { title: string | null | undefined; text: string | null | undefined }) {
  return [pin.title, pin.text].filter((part) => part).join('\n')
}

export function addressOf({ tools }: Session, id: string) {
  return `${tools.config.hosts['web']}/pin/${id}/`
}

/** UTC, though nothing in it says so. */
function timeOf(text: string): number | null {
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time) ? null : time
}
