/** One change to many items, each the way of a single call, by what decides and refuses there. */
import { z } from 'zod'
import { mayDo } from '#rules/leash.ts'
import { Problem } from '#rules/problem.ts'
import { savepoint } from '#store/many-posts.ts'
import { findItem, lockItems } from '#store/media.ts'
import type { Context } from '../../context.ts'
import { carryOut } from '../../posts/parts/many-changes.ts'
import { deleteMedia } from '../delete-media.ts'
import { restoreMedia } from '../restore-media.ts'
import { updateMedia } from '../update-media.ts'

interface Wanted {
  folder?: string | null | undefined
  tags?: string[] | undefined
  add_tags?: string[] | undefined
  remove_tags?: string[] | undefined
  alt_text?: string | null | undefined
  delete?: boolean | undefined
  for_good?: boolean | undefined
  restore?: boolean | undefined
}

type Result =
  | { index: number; media_id: number }
  | { index: number; media_id: number; code: string; message: string; post_ids?: number[] }

export async function changeItems(ids: readonly number[], wanted: Wanted, context: Context) {
  const action = wanted.delete ? 'delete' : 'draft'
  if (!mayDo(context.caller.leash, action)) {
    const message = `Use a credential that may ${action}: this one may not.`
    return ids.map((media_id, index): Result => ({ index, media_id, code: 'forbidden', message }))
  }
  await lockItems(context, ids)
  const results: Result[] = []
  for (const [index, media_id] of ids.entries()) {
    try {
      await savepoint(context, () => changeItemOf(media_id, wanted, context))
      results.push({ index, media_id })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { post_ids } = Recovery.parse(error.recovery)
      const { code, message } = error
      results.push({ index, media_id, code, message, ...(post_ids && { post_ids }) })
    }
  }
  return results
}

const Recovery = z.looseObject({ post_ids: z.array(z.int()).optional() })

async function changeItemOf(id: number, wanted: Wanted, context: Context) {
  if (wanted.delete) return carryOut(deleteMedia, { id, for_good: wanted.for_good }, context)
  if (wanted.restore) return carryOut(restoreMedia, { id }, context)
  const { folder, alt_text, add_tags, remove_tags } = wanted
  const stood = add_tags || remove_tags ? (await findItem(context, id))?.tags : undefined
  const tags = stood
    ? [...new Set([...stood, ...(add_tags ?? [])])].filter((tag) => !remove_tags?.includes(tag))
    : wanted.tags
  return carryOut(updateMedia, { id, folder, alt_text, tags }, context)
}
