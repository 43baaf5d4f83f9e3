import { z } from 'zod'
import { dryRun, flag, keyId } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { requireMayChangeWhatIsOut } from '../posts/parts/taking-down.ts'
import { undoDay } from '../posts/parts/undo.ts'
import { credentialOfKey } from '#rules/key.ts'
import { Id, rehearsed } from '#rules/post.ts'
import { Problem } from '#rules/problem.ts'
import { namesOfKeys } from '#store/keys.ts'

export const undoToday = operation({
  name: 'undo_today',
  summary:
    "Take back what a key posted today (in the workspace's zone): cancels scheduled posts, deletes drafts. What is out or on its way stays and is listed, or is taken down with published.",
  effect: 'destroys',
  ability: 'posts:write',
  actions: ['delete'],
  idempotent: true,
  input: z.strictObject({
    key_id: keyId.optional().describe('Revoked keys too; default what calls.'),
    published: flag.optional().describe('Take down what is out, too.'),
    dry_run: dryRun.optional(),
  }),
  output: z.object({
    since: z.iso.datetime().describe('When the day began.'),
    cancelled_post_ids: z.array(Id),
    deleted_post_ids: z.array(Id),
    unpublished_post_ids: z
      .array(Id)
      .optional()
      .describe('With published: posts that are, or are being, taken down; see get_post.'),
    not_undone: z.array(
      z
        .object({ post_id: Id, status: z.string(), reason: z.string() })
        .describe('A post that stays.'),
    ),
    dry_run: rehearsed,
  }),
  refuses: ['forbidden', 'key_not_found'],
  rest: { method: 'POST', path: '/api/undo-today' },
  mcp: { title: 'Undo today', toolset: 'live', open: true },

  async run({ key_id, published = false }, context) {
    if (published) requireMayChangeWhatIsOut(context, 'to be taken down')
    if (key_id === undefined) return undoDay(context, context.caller.credential, { published })
    const names = await namesOfKeys(context, [key_id])
    if (!names.has(key_id))
      throw new Problem(
        'key_not_found',
        `List the keys for their ids: there is no API key ${key_id}.`,
      )
    return undoDay(context, credentialOfKey(key_id), { published })
  },
})
