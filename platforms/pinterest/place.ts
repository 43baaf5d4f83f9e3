/** Where a pin goes: a board and a section of it, by their numbers or by the names that the person knows. */
import { z } from 'zod'
import { listed, named, theOne } from '../kit/names.ts'
import { type Objection, objection, type Written } from '../kit/objections.ts'
import {
  type Account,
  type AccountFacts,
  Failure,
  type Publication,
  type Saved,
  type Step,
} from '../platform.ts'
import type { Access } from './api.ts'
import { boardsOf, sectionsOf } from './boards.ts'
import { Options } from './options.ts'

const Known = z
  .object({ boards: z.array(z.object({ id: z.string(), name: z.string() })) })
  .catch({ boards: [] })
const Place = z.object({ board_id: z.string(), board_section_id: z.string().exactOptional() })
interface Place {
  board_id: string
  board_section_id?: string
}

/** Settled before the pin is made and kept with the delivery: what a name leads to, and which board is the first, changes. */
export function placeStep(access: Access, publication: Publication): Step {
  return {
    name: 'place',
    effect: 'prepares',
    run: async () => ({ ...(await find(access, publication)) }),
  }
}

async function find(access: Access, publication: Publication): Promise<Place> {
  const { board, section, board_section_id } = Options.parse(publication.options)
  const board_id =
    board === undefined
      ? numberOf(publication, access.account)
      : theOne(board, await boardsOf(access, 'prepare'), { what: 'board', code: 'board_gone' }).id
  if (section === undefined) return { board_id, ...(board_section_id && { board_section_id }) }
  const sections = await sectionsOf(access, board_id, 'prepare')
  const found = theOne(section, sections, { what: 'section', code: 'section_gone' })
  return { board_id, board_section_id: found.id }
}

export function placeOf(saved: Saved): Place {
  return Place.parse(saved['place'])
}

/** What can be said of it where nobody knows what was settled: a board that nobody named may have been another one. */
export async function likelyPlace(
  access: Access,
  { options }: Publication,
): Promise<Partial<Place>> {
  const { board, board_id, section, board_section_id } = Options.parse(options)
  const known = board === undefined ? board_id : oneOf(board, await boardsOf(access, 'read'))?.id
  if (known === undefined) return {}
  if (section === undefined)
    return { board_id: known, ...(board_section_id && { board_section_id }) }
  const found = oneOf(section, await sectionsOf(access, known, 'read'))
  return found ? { board_id: known, board_section_id: found.id } : {}
}

function oneOf<Item extends { name: string }>(name: string, items: readonly Item[]) {
  const [item, ...others] = named(name, items)
  return others.length ? undefined : item
}

function numberOf({ options }: Publication, { settings }: Pick<Account, 'settings'>): string {
  const { board_id } = Options.parse(options)
  const board = board_id ?? Known.parse(settings).boards[0]?.id
  if (board !== undefined) return board
  const message =
    'This account had no board when it was connected. Name one with the option board or board_id.'
  throw new Failure('rejected', 'board_missing', message)
}

/** By what is known of the boards: since the account was connected, or somebody read the choices. */
export function objects({ options, media }: Written, { settings }: AccountFacts): Objection[] {
  const { board, board_id, section, board_section_id } = options
  const found = ofCover(options, media)
  if (board !== undefined && board_id !== undefined)
    found.push(objection({ option: 'board' }, 'board_twice', {}))
  if (section !== undefined && board_section_id !== undefined)
    found.push(objection({ option: 'section' }, 'section_twice', {}))
  const { boards } = Known.parse(settings)
  if (typeof board !== 'string' || !boards.length) return found
  const called = named(board, boards).length
  if (called === 0)
    found.push(objection({ option: 'board' }, 'board_unknown', { board, boards: listed(boards) }))
  if (called > 1)
    found.push(objection({ option: 'board' }, 'boards_alike', { measured: called, board }))
  return found
}

/** Pinterest passes over what it cannot do, and nobody would know. */
function ofCover({ cover_second: at }: Written['options'], media: Written['media']): Objection[] {
  if (typeof at !== 'number' || !media.length) return []
  const video = media.find(({ mime_type }) => mime_type.startsWith('video/'))
  const option = 'cover_second'
  if (!video) return [objection({ option }, 'cover_time_of_photos', {})]
  const { duration } = video
  if (duration === null || at <= duration) return []
  return [objection({ option }, 'cover_time_over', { limit: duration, measured: at })]
}
