import { z } from 'zod'
import { dryRun, flag, number, postId } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { inQueue, onlyNext } from '#operations/queues/parts/queue.ts'
import { ShortPost } from '#operations/short.ts'
import { limits } from '#rules/limits.ts'
import { rehearsed } from '#rules/post.ts'
import { Time, timezoneField, When } from '#rules/when.ts'
import { anyLabels, labels } from './parts/fields.ts'
import { Changed, changeEach } from './parts/many-changes.ts'
import { reorderQueue } from './parts/reorder.ts'
import { noneDone } from './parts/rows.ts'

const change = {
  when: When.optional().describe('Moves all: draft, now, next_slot (in the order of ids), a time.'),
  queue: inQueue.optional(),
  scheduled_at: Time.optional().describe('A new time; drafts keep it and stay drafts.'),
  timezone: timezoneField.optional(),
  shift_minutes: number(-limits.shift_minutes, limits.shift_minutes)
    .refine((minutes) => minutes !== 0, 'Use more or less than 0.')
    .optional()
    .describe('Moves each from its own time; negative is earlier.'),
  cancel: flag.optional().describe('Stop all, as cancel_post does.'),
  reorder: flag
    .optional()
    .describe('Deals the slots that they hold in one queue in the order of ids; all or none.'),
  labels: labels.optional().describe('All labels from now on.'),
  add_labels: labels.optional(),
  remove_labels: anyLabels.optional(),
  all_or_nothing: flag.optional().describe('If one is refused, change none.'),
  dry_run: dryRun.optional(),
}

const moves = ['when', 'scheduled_at', 'shift_minutes'] as const
const changes = [...moves, 'labels', 'add_labels', 'remove_labels'] as const
const alone = ['cancel', 'reorder'] as const
const rules: readonly { path: string; error: string; holds: (said: Said) => boolean }[] = [
  {
    path: 'ids',
    error: `Say what to change: cancel, reorder, or ${changes.join(', ')}.`,
    holds: (said) => alone.some((field) => isOn(said, field)) || anyOf(changes, said),
  },
  ...alone.map((path) => ({
    path,
    error: `Say ${path} by itself, and change the others in another call.`,
    holds: (said: Said) =>
      !isOn(said, path) ||
      !(anyOf(changes, said) || alone.some((other) => other !== path && isOn(said, other))),
  })),
  {
    path: 'shift_minutes',
    error: `Give one of ${moves.join(', ')}.`,
    holds: (said) => moves.filter((field) => has(said, field)).length < 2,
  },
  {
    path: 'queue',
    error: onlyNext,
    holds: (said) => !has(said, 'queue') || said['when'] === 'next_slot',
  },
  {
    path: 'labels',
    error: 'Give all labels, or those to add and to remove.',
    holds: (said) =>
      !has(said, 'labels') || !(has(said, 'add_labels') || has(said, 'remove_labels')),
  },
]
type Said = Record<string, unknown>

function anyOf(fields: readonly string[], said: Said) {
  return fields.some((field) => has(said, field))
}

function isOn(said: Said, field: string) {
  return said[field] === true
}

function has(said: Said, field: string) {
  return said[field] !== undefined && said[field] !== ''
}

/** With so many posts at the most; told all at once, whatever else is wrong. */
function inputOf(most: number) {
  const ids = z
    .array(postId)
    .min(1, 'Name at least one post.')
    .max(most, `At most ${most} posts.`)
    .refine((list) => new Set(list).size === list.length, 'An id may stand here once only.')
  return rules.reduce(
    (schema, { path, error, holds }) =>
      schema.refine((said) => typeof said !== 'object' || holds(said), {
        path: [path],
        error,
        when: () => true,
      }),
    z.strictObject({ ids, ...change }),
  )
}

export const updatePosts = operation({
  name: 'update_posts',
  summary:
    'Move, cancel, reorder or relabel many posts at once. Answers for each the post, or why it stays as it is; the others are changed all the same.',
  effect: 'writes',
  batch: 'ids',
  ability: 'posts:write',
  actions: ['draft', 'schedule', 'publish', 'delete'],
  once: true,
  idempotent: false,
  input: inputOf(limits.posts_per_batch),
  output: z.object({
    results: z.array(Changed),
    updated: z.int().min(0),
    failed: z.int().min(0),
    dry_run: rehearsed,
  }),
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/posts/batch-update' },
  mcp: {
    title: 'Change many posts',
    toolset: 'bulk',
    brief: ShortPost,
    accepts: inputOf(limits.posts_per_tool),
    overwrites: true,
  },

  async run({ ids, all_or_nothing, reorder, ...wanted }, context) {
    const results = reorder
      ? await reorderQueue(ids, context)
      : await changeEach(ids, wanted, context)
    const refused = results.filter((each) => 'code' in each)
    if ((all_or_nothing || reorder) && refused.length)
      throw noneDone(refused, 'ids', 'None was changed.')
    return { results, updated: results.length - refused.length, failed: refused.length }
  },
})
