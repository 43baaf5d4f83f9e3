import { z } from 'zod'
import { dryRun, unknownAccounts } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { wake } from '#operations/posts/parts/moves.ts'
import { invalid } from '#rules/problem.ts'
import { holdAccounts, holdWorkspace, latePosts, lockHold } from '#store/pausing.ts'
import { dealWith, Late } from './parts/late.ts'
import { Paused, stateOf, whichAccounts } from './parts/pause.ts'

export const resumePublishing = operation({
  name: 'resume_publishing',
  summary:
    'Let go what pause_publishing holds, of these accounts or of the whole workspace. With posts whose time has passed meanwhile it asks for late: publish them now, move them to the next open slots, or make drafts of them.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  input: z.strictObject({
    account_ids: whichAccounts,
    late: Late.optional().describe(
      'Needed when there are late posts. One that is out on another account already is completed in any case.',
    ),
    dry_run: dryRun.optional(),
  }),
  output: Paused.extend({
    published: z.int().describe('Late posts that go out now.'),
    moved: z.int().describe('Late posts that were given another slot, or made drafts.'),
  }),
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/publishing/resume' },
  mcp: { title: 'Resume publishing', toolset: 'plan', open: true },

  check: unknownAccounts,

  async run({ account_ids, late }, context) {
    const problem = invalid(await unknownAccounts({ account_ids }, context))
    if (problem) throw problem
    await lockHold(context)
    const posts = await latePosts(context, account_ids ? { account_ids } : 'workspace', context.now)
    if (account_ids) await holdAccounts(context, account_ids, null)
    else await holdWorkspace(context, null)
    const done = posts.length ? await dealWith(posts, late, context) : { published: 0, moved: 0 }
    await wake(context, context.now.toISOString())
    return { ...(await stateOf(context)), ...done }
  },
})
