/** What a workspace looks like after some days: posts in every state, keys, an app, people. */
import type { House, Visitor } from './house.ts'

export async function fill({ service }: House, { page }: Visitor) {
  const { accounts } = service
  const ids = Object.values(accounts)
  const HOUR = 3600_000
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
  const content =
    'The autumn harvest is in: forty-one sorts of apples, two of pears, and one quince.'
  await service.rest('POST', '/api/posts', {
    content,
    social_account_ids: ids,
    scheduled_at: inHours(5),
  })
  await service.rest('POST', '/api/posts', {
    content: '<img src=x onerror=alert(1)> a post that plays tricks',
    social_account_ids: ids.slice(0, 1),
    scheduled_at: inHours(30),
  })
  const twice = {
    content: 'X takes the same text once only.',
    social_account_ids: [accounts['x']],
    publish_now: true,
  }
  const first = await service.rest('POST', '/api/posts', twice)
  await service.rest('GET', `/api/posts/${String(first.body['id'])}?wait=20`)
  const second = await service.rest('POST', '/api/posts', twice)
  await service.rest('GET', `/api/posts/${String(second.body['id'])}?wait=20`)
  const leash = { needs_approval: true, posts_per_day: 5, account_ids: ids.slice(0, 1) }
  const { body } = await service.rest('POST', '/api/api-keys', { name: 'Newsletter robot', leash })
  await service.rest(
    'POST',
    '/api/posts',
    { content: 'May this go out?', social_account_ids: ids.slice(0, 1), publish_now: true },
    { authorization: `Bearer ${String(body['token'])}` },
  )
  const write = { origin: service.base_url, 'content-type': 'application/json' }
  const [workspace] = (await (await page.request.get('/console/me')).json()).workspaces
  await page.request.post(`/console/workspaces/${workspace.id}/invitations`, {
    headers: write,
    data: { email: 'grace@example.org', role: 'editor' },
  })
  await page.request.put(`/console/workspaces/${workspace.id}/schedule`, {
    headers: write,
    data: {
      timezone: 'America/New_York',
      entries: [
        { weekday: 'mon', time: '09:30', account_id: null },
        { weekday: 'mon', time: '17:00', account_id: null },
        { weekday: 'thu', time: '12:15', account_id: null },
      ],
    },
  })
}
