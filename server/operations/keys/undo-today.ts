import { z } from 'zod'
import { dryRun, keyId } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { undoDay } from '../posts/parts/undo.ts'
import { credentialOfKey } from '#rules/key.ts'
import { Id, rehearsed } from '#rules/post.ts'
import { Problem } from '#rules/problem.ts'
import { namesOfKeys } from '#store/keys.ts'

export const undoToday = operation({
  name: 'undo_today',
  summary:
    "Take back what one API key posted today (in the workspace's time zone): its scheduled posts are cancelled and its drafts deleted, as cancel_post and delete_post do. What is published, or on its way, stays and is listed.",
  effect: 'destroys',
  ability: 'posts:write',
  actions: ['delete'],
  idempotent: true,
  input: z.strictObject({
    key_id: keyId.optional().describe('Revoked keys too; default the key that calls.'),
    dry_run: dryRun.optional(),
  }),
  output: z.object({
    since: z.iso.datetime().describe('When the day began.'),
    cancelled_post_ids: z.array(Id),
    deleted_post_ids: z.array(Id),
    not_undone: z.array(
      z
        .object({ post_id: Id, status: z.string(), reason: z.string() })
        .describe('A post that stays.'),
    ),
    dry_run: rehearsed,
  }),
  refuses: ['key_not_found'],
  rest: { method: 'POST', path: '/api/undo-today' },
  mcp: { absent: 'cancel_post and delete_post do this on MCP, a post at a time.' },

  async run({ key_id }, context) {
    if (key_id === undefined) return undoDay(context, context.caller.credential)
    const names = await namesOfKeys(context, [key_id])
    if (!names.has(key_id))
      throw new Problem(
        'key_not_found',
        `List the keys for their ids: there is no API key ${key_id}.`,
      )
    return undoDay(context, credentialOfKey(key_id))
  },
})
