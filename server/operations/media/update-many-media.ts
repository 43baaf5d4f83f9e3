import { z } from 'zod'
import { described, mediaId } from './parts/fields.ts'
import { changeItems } from './parts/many.ts'
import { across, flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'

const says = {
  folder: described.folder.optional(),
  tags: described.tags.optional().describe('All tags from now on.'),
  add_tags: described.tags.optional(),
  remove_tags: described.tags.optional(),
  alt_text: described.alt_text.optional(),
}
const whole = {
  delete: flag.optional().describe('Delete all, as delete_media does.'),
  for_good: flag.optional().describe('With delete: not to be restored.'),
  restore: flag.optional().describe('Bring all back, as restore_media does.'),
}

function inputOf(most: number) {
  const ids = z
    .array(mediaId)
    .min(1, 'Name at least one item.')
    .max(most, `At most ${most} items.`)
    .refine((list) => new Set(list).size === list.length, 'An id may stand here once only.')
  return z
    .strictObject({ ids, ...says, ...whole })
    .refine(...across('ids', sayWhat, (said) => waysIn(said) > 0))
    .refine(...across('ids', oneWay, (said) => waysIn(said) < 2))
    .refine(...across('tags', allOrSome, (said) => !(said['tags'] && changesSome(said))))
    .refine(
      ...across(
        'for_good',
        onlyDeleted,
        (said) => said['for_good'] !== true || said['delete'] === true,
      ),
    )
}

const sayWhat = `Say what to do: delete, restore, or ${Object.keys(says).join(', ')}.`
const oneWay = 'Delete, restore and change in calls of their own.'
const allOrSome = 'Give all tags, or those to add and to remove.'
const onlyDeleted = 'This goes with delete only.'

function changesSome(said: Said) {
  return Boolean(said['add_tags'] || said['remove_tags'])
}

type Said = Readonly<Record<string, unknown>>

function waysIn(said: Said) {
  const changes = Object.keys(says).some((field) => said[field] !== undefined)
  return [said['delete'] === true, said['restore'] === true, changes].filter(Boolean).length
}

export const updateManyMedia = operation({
  name: 'update_many_media',
  summary:
    'Move, tag, describe, delete or restore many media items. Answers for each that it is done, or why not; the others are changed all the same.',
  effect: 'writes',
  batch: 'ids',
  ability: 'media:write',
  actions: ['draft', 'delete'],
  idempotent: true,
  input: inputOf(limits.media_per_batch),
  output: z.object({
    results: z.array(
      z.object({
        index: z.int().min(0),
        media_id: z.int(),
        code: z.string().optional().describe('Why not, as a single call is told. Left out: done.'),
        message: z.string().optional(),
        post_ids: z.array(z.int()).optional().describe('That have it attached.'),
      }),
    ),
    updated: z.int().min(0),
    failed: z.int().min(0),
  }),
  refuses: [],
  rest: { method: 'POST', path: '/api/media/batch-update' },
  mcp: {
    title: 'Change many media items',
    toolset: 'bulk',
    accepts: inputOf(limits.media_per_tool),
    overwrites: true,
  },

  async run({ ids, ...wanted }, context) {
    const results = await changeItems(ids, wanted, context)
    const failed = results.filter((each) => 'code' in each).length
    return { results, updated: results.length - failed, failed }
  },
})
