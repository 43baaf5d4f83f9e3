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

/** Names are looked up before the pin is made, and what they led to is kept with the delivery. */
export function placeSteps(access: Access, publication: Publication): Step[] {
  const { board, section } = Options.parse(publication.options)
  if (board === undefined && section === undefined) return []
  return [
    {
      name: 'place',
      effect: 'prepares',
      run: async () => ({ ...(await find(access, publication)) }),
    },
  ]
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

export function placeOf(
  publication: Publication,
  account: Pick<Account, 'settings'>,
  saved: Saved,
): Place {
  const found = saved['place']
  if (found !== undefined) return Place.parse(found)
  const { board_section_id } = Options.parse(publication.options)
  const board_id = numberOf(publication, account)
  return { board_id, ...(board_section_id ? { board_section_id } : {}) }
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
export function objects({ options }: Written, { settings }: AccountFacts): Objection[] {
  const { board, board_id, section, board_section_id } = options
  const found: Objection[] = []
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
