/** After a lost answer: is the pin on its board? Pinterest has no idempotency key and makes a second pin of a second call. */
import { z } from 'zod'
import { ask, type Session } from './api.ts'

/** Clocks differ, and times are told to the second. */
const BEFORE = 60_000
const PAGES = 4

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
      board_section_id: words,
      parent_pin_id: words,
      note: words,
      media: z.object({ media_type: words }).nullish().catch(undefined),
    }),
  ),
  bookmark: z.string().nullish(),
})

type Pin = z.output<typeof Pins>['items'][number]

export interface Wanted {
  board_id: string
  board_section_id?: string
  title?: string
  description?: string
  link?: string
  alt_text?: string
  kind: 'image' | 'multiple_images' | 'video'
  started_at: Date
}

export async function find(
  session: Session,
  wanted: Wanted,
): Promise<{ id: string } | 'absent' | 'unknowable'> {
  const { board_id, board_section_id } = wanted
  const place = board_section_id ? `${board_id}/sections/${board_section_id}` : board_id
  const earliest = wanted.started_at.getTime() - BEFORE
  const alike: Pin[] = []
  let bookmark: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const query = new URLSearchParams({ page_size: '50', ...(bookmark ? { bookmark } : {}) })
    const path = `/v5/boards/${place}/pins?${query.toString()}`
    const found = await ask(session, { purpose: 'read', method: 'GET', path, answer: Pins })
    const recent = found.items.filter((pin) => timeOf(pin.created_at) >= earliest)
    alike.push(...recent.filter((pin) => isAlike(pin, wanted)))
    bookmark = found.bookmark ?? undefined
    if (!bookmark || recent.length === 0) return alike.length > 0 ? chosen(alike, wanted) : 'absent'
  }
  return chosen(alike, wanted)
}

/** Ours comes after the call that was lost, unless the clocks differ. Of several that nothing tells apart none is taken. */
function chosen(alike: readonly Pin[], { kind, started_at }: Wanted) {
  // What a video is called while it is processed is not documented: another kind is no proof, but not taken for ours either.
  const ours = alike.filter(({ media }) => !media?.media_type || media.media_type === kind)
  const second = Math.floor(started_at.getTime() / 1000) * 1000
  const after = ours.filter(({ created_at }) => timeOf(created_at) >= second)
  const [pin, ...others] = after.length > 0 ? after : ours
  return pin && others.length === 0 ? pin : 'unknowable'
}

/** UTC, though nothing in it says so. */
function timeOf(text: string): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
}

function isAlike(pin: Pin, wanted: Wanted) {
  const fields = ['title', 'description', 'link'] as const
  if (fields.some((field) => normal(pin[field]) !== normal(wanted[field]))) return false
  // Ours is saved from no other pin, has no note, and lies in the section that it was sent to.
  if (pin.parent_pin_id || pin.note) return false
  if (pin.board_section_id && pin.board_section_id !== wanted.board_section_id) return false
  // Not every list shows it.
  return !pin.alt_text || normal(pin.alt_text) === normal(wanted.alt_text)
}

const normal = (text: string | null | undefined) =>
  (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim().replace(/\/$/, '')
