/** The cases as calls of tools, whatever operation they are of, and what refuses only in a workspace of its own. */
import { insertWorkspace } from '#store/workspaces.ts'
import type { Code } from '#rules/problem.ts'
import { monthOf } from '#rules/quota.ts'
import { callers } from '../../surfaces/callers.ts'
import {
  idOf,
  inAnHour,
  newKey,
  newNeighbour,
  newPost,
  setAccountHealth,
} from '../../surfaces/kit.ts'
import { leashed } from '../../surfaces/leashed.ts'
import { postIn } from '../../surfaces/states.ts'
import type { Body, TestService } from '../../service.ts'
import { type Cases, type Kit, never } from './case.ts'
import { moreRefusals } from './refusals.ts'
import { plan } from './series.ts'

export interface ToolCall {
  tool: string
  args: Body
  /** Undefined: it is done. */
  code?: Code
  /** Whose call it is; the demo workspace's key without. */
  token?: string
  /** Puts right what was wrong for it. */
  after?: () => Promise<void>
}
type Make = () => Promise<ToolCall>

/** As many as a workspace may have open where these are played. */
export const OPEN_UPLOADS = 30
const announced = { filename: 'a.png', mime_type: 'image/png', size_bytes: 100 }

/** Every case over MCP: by its own tool, or by the one that does it there. */
export function toolCalls(cases: Cases, kit: Kit): Make[] {
  const over = (name: string, args: Body): ToolCall => {
    const [tool, given] = cases[name]?.over?.mcp?.(args) ?? [name, args]
    // The cases make the same posts again and again.
    return { tool, args: tool === 'schedule_post' ? { allow_duplicate: true, ...given } : given }
  }
  return [
    ...Object.entries(cases).flatMap(([name, each]): Make[] => [
      async () => over(name, await each.input()),
      async () => {
        const [args, code] = await each.refused()
        return { ...over(name, args), code }
      },
    ]),
    ...moreRefusals(kit).flatMap(([name, code, args]): Make[] =>
      // Over MCP a person's answer to a question is a change or a publication.
      name.startsWith('approve') ? [] : [async () => ({ ...over(name, await args()), code })],
    ),
    async () => ({ tool: 'list_scheduled', args: {} }),
    async () => ({ tool: 'list_scheduled', args: { per_page: 201 }, code: 'invalid' }),
    ...apart(kit.service, kit),
  ]
}

function apart(service: TestService, { rest }: Kit): Make[] {
  // The one that fails in a post that is partly published.
  const { x: account_id = 0 } = service.accounts
  const wished = { content: 'x', social_account_ids: [account_id] }
  const ofBroken = (tool: string, made: () => Promise<Body>) => async () => {
    const args = await made()
    await setAccountHealth(service, account_id, 'needs_reconnect')
    const after = () => setAccountHealth(service, account_id, 'healthy')
    return { tool, args, code: 'account_inactive' as const, after }
  }
  const ofFull = (tool: string, made: (next: Neighbour) => Promise<Body>) => async () => {
    const next = await newNeighbour(service, 'free')
    const args = await made(next)
    // What was given back before does not count.
    await service.db
      .deleteFrom('usage_parts')
      .where('workspace_id', '=', next.workspace_id)
      .execute()
    await service.db
      .insertInto('usage')
      .values({ workspace_id: next.workspace_id, month: monthOf(new Date()), used: 30 })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'month']).doUpdateSet({ used: 30 }),
      )
      .execute()
    return { tool, args, code: 'plan_limit_reached' as const, token: next.token }
  }
  return [
    async () => ({
      tool: 'schedule_post',
      args: { ...wished, when: '' },
      code: 'no_timing_specified',
    }),
    async () => {
      const { id } = await insertWorkspace(service.db, { name: 'Empty', plan: 'free' }, new Date())
      const { token } = await newKey(service, ['*'], id)
      const args = { ...wished, when: 'now' }
      return { tool: 'schedule_post', args, code: 'no_connected_accounts', token }
    },
    ofBroken('schedule_post', async () => ({ ...wished, when: inAnHour() })),
    ofBroken('update_post', async () => ({
      id: await newPost(service, { when: inAnHour() }),
      content: 'New',
    })),
    ofBroken('publish_now', async () => ({ id: await newPost(service) })),
    ofBroken('retry_post', async () => ({ id: await postIn('partial', service) })),
    ofFull('schedule_post', async (next) => postOf(next, inAnHour())),
    ofFull('update_post', async (next) => ({ id: await made(next, 'draft'), when: inAnHour() })),
    ofFull('publish_now', async (next) => ({ id: await made(next, 'draft') })),
    ofFull('restore_post', async (next) => {
      const id = await made(next, inAnHour())
      await callers(service, next.token).rest('cancel_post', { id })
      return { id }
    }),
    async () => {
      const { body } = await rest('open_upload', announced)
      await service.db
        .updateTable('uploads')
        .set({ writer: never.upload, writing_until: '2999-01-01T00:00:00Z' })
        .where('id', '=', String(body['upload_id']))
        .execute()
      const args = { source: 'cancel', upload_id: body['upload_id'] }
      return { tool: 'upload_media', args, code: 'upload_busy' }
    },
    async () => {
      const twice = { ...wished, content: 'Said twice, word by word', when: inAnHour() }
      await rest('schedule_post', twice)
      return { tool: 'schedule_post', args: twice, code: 'duplicate_content' }
    },
    async () => {
      const { token } = await newNeighbour(service)
      const next = callers(service, token)
      for (let open = 0; open < OPEN_UPLOADS; open++) await next.rest('open_upload', announced)
      const args = { source: 'local', ...announced }
      return { tool: 'upload_media', args, code: 'too_many_uploads', token }
    },
    async () => {
      const { token, workspace_id } = await newNeighbour(service, 'free')
      await service.query(
        `insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, created_at)
         values (${workspace_id}, 'full.mp4', 'video/mp4', ${6e9}, 'full-${workspace_id}', now())`,
      )
      const args = { source: 'local', ...announced }
      return { tool: 'upload_media', args, code: 'plan_limit_reached', token }
    },
    async () => {
      const { token } = await leashed(service, { needs_approval: true })
      const args = { id: await postIn('published', service) }
      return { tool: 'unpublish_post', args, code: 'forbidden', token }
    },
    async () => {
      const { token } = await leashed(service, { needs_approval: true })
      return { tool: 'undo_today', args: { published: true }, code: 'forbidden', token }
    },
    async () => {
      const { token } = await leashed(service, { actions: ['read', 'draft'] })
      const args = { action: 'create', ...plan({ account_ids: [account_id] }) }
      return { tool: 'manage_series', args, code: 'forbidden', token }
    },
    async () => {
      const { token } = await leashed(service, { needs_approval: true })
      const args = { id: await postIn('published', service), content: 'x' }
      return { tool: 'edit_published_post', args, code: 'forbidden', token }
    },
    async () => {
      const { token } = await newKey(service, ['keys:manage'])
      return { tool: 'create_calendar', args: { name: 'Beyond' }, code: 'forbidden', token }
    },
    async () => {
      const url = 'https://example.com/'
      const { id } = (await rest('create_webhook', { url })).body
      const { token } = await newKey(service, ['webhooks:manage'])
      const args = { action: 'update', id, url: `${url}elsewhere` }
      return { tool: 'manage_webhooks', args, code: 'forbidden', token }
    },
    async () => {
      const { id } = (await rest('create_webhook', { url: 'https://example.com/' })).body
      for (let old = 1; old <= 4; old++) await rest('rotate_webhook_secret', { id })
      const args = { action: 'rotate_secret', id }
      return { tool: 'manage_webhooks', args, code: 'too_many_requests' }
    },
    async () => {
      const { token } = await newKey(service, ['media:read'])
      return { tool: 'manage_api_keys', args: { action: 'list' }, code: 'forbidden', token }
    },
  ]

  async function made(next: Neighbour, when: string) {
    return idOf((await callers(service, next.token).rest('schedule_post', postOf(next, when))).body)
  }
}

type Neighbour = Awaited<ReturnType<typeof newNeighbour>>

function postOf({ account_id }: Neighbour, when: string) {
  return { content: 'x', social_account_ids: [account_id], when }
}
