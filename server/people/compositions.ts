/** What a member is writing, so that it can be gone on with on another device. Nobody else sees it. */
import { z } from 'zod'
import { Problem, wrong } from '#rules/problem.ts'
import {
  dropComposition,
  findComposition,
  listCompositions,
  writeComposition,
} from '#store/compositions.ts'
import type { Membership } from './members.ts'
import type { People } from './people.ts'

/** Nobody comes back to more of them; the oldest end by themselves after a month. */
const MOST = 200
const PAGE = 50
/** Bytes: fifty times a long post with all its versions. */
const LARGEST = 262_144

export const Uuid = z.uuid()

export const Written = z.strictObject({
  rev: z.int().min(0).max(2_000_000_000).describe('The one that was read last; 0 for a new one.'),
  title: z.string().max(200).default(''),
  post_id: z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().default(null),
  body: z.record(z.string(), z.unknown()),
})

export async function compositionsOf({ db }: People, { workspace_id, person_id }: Membership) {
  return { compositions: await listCompositions({ db, workspace_id }, person_id, PAGE) }
}

export async function compositionOf(
  { db }: People,
  { workspace_id, person_id }: Membership,
  uuid: string,
) {
  const found = await findComposition({ db, workspace_id }, person_id, uuid)
  if (!found) throw new Problem('not_found', 'It is kept no longer, or never was.')
  return found
}

/** Refuses with `post_changed`, and what stands there, when it was changed elsewhere meanwhile. */
export async function keepComposition(
  people: People,
  { workspace_id, person_id }: Membership,
  uuid: string,
  wish: z.output<typeof Written>,
) {
  const size = Buffer.byteLength(JSON.stringify(wish.body))
  if (size > LARGEST) throw wrong('body', `Is ${size} bytes; at most ${LARGEST} are kept.`)
  const scope = { db: people.db, workspace_id }
  const kept = await writeComposition(scope, person_id, {
    ...wish,
    uuid,
    now: people.now(),
    most: MOST,
  })
  if (kept) return kept
  const composition = await findComposition(scope, person_id, uuid)
  if (composition)
    throw new Problem('post_changed', 'It was changed elsewhere meanwhile.', { composition })
  if (wish.rev === 0)
    throw wrong('uuid', `${MOST} unfinished posts are kept here: finish or discard some.`)
  throw new Problem('not_found', 'It is kept no longer: write it with rev 0.')
}

export async function forgetComposition(
  { db }: People,
  { workspace_id, person_id }: Membership,
  uuid: string,
) {
  await dropComposition({ db, workspace_id }, person_id, uuid)
}
