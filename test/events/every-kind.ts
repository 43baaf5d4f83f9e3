/** Makes one event of each kind happen, as callers make it happen where they can. Mails are sent for people only. */
import { z } from 'zod'
import { claimWatched, keepWatched } from '#store/watches.ts'
import { openBrowser, connect as allowed } from '../oauth/browser.ts'
import { register } from '../oauth/kit.ts'
import { invited, owner } from '../people/cast.ts'
import type { TestService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { idOf, inAnHour, newAccount, newMedia, newPost } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'
import { outOn } from '../surfaces/out.ts'
import { postIn } from '../surfaces/states.ts'

/** Posts, accounts, files, webhooks: where no worker takes what is due. */
export async function playPosts(service: TestService) {
  const { rest } = callers(service)
  const { x = 0 } = service.accounts
  const post = await newPost(service, { when: inAnHour(), external_id: 'campaign-7' })
  await rest('update_post', { id: post, content: 'New words' })
  await rest('cancel_post', { id: post })
  await rest('restore_post', { id: post })
  await rest('update_post', { id: post, when: 'draft' })
  await rest('delete_post', { id: post })

  const key = await leashed(service, { needs_approval: true })
  for (const answer of ['approve_post', 'decline_post']) {
    const wish = { content: `May it? ${answer}`, social_account_ids: [x], when: inAnHour() }
    const { body } = await key.rest('schedule_post', wish)
    await rest(answer, { id: idOf(body) })
  }

  const published = await postIn('published', service)
  await shownTwice(service, published)
  await service.query(`update deliveries set measure_at = now() where post_id = ${published}`)
  await service.query(
    `update deliveries set gone_at = now(), measure_at = null where post_id = ${published}`,
  )
  const held = await postIn('published', service)
  await rest('unpublish_post', { id: held, account_ids: [x] })
  await service.query(
    `update removals set state = 'failed', due_at = null, finished_at = now(), error_code = 'missing_scope' where post_id = ${held}`,
  )
  const { id: out } = await outOn(service, ['linkedin'])
  for (const state of ['edited', 'failed']) {
    await rest('edit_published_post', { id: out, content: `Better: ${state}` })
    await service.query(
      `update edits set state = '${state}', due_at = null, finished_at = now() where state = 'pending'`,
    )
  }
  await rest('retry_post', { id: await postIn('partial', service) })
  await postIn('failed', service)
  await postIn('unknown', service)

  const { rows } = await service.query(`select workspace_id from accounts where id = ${x}`)
  const workspace_id = Number(rows[0]?.['workspace_id'])
  const { id: account } = await newAccount(service, workspace_id, 'linkedin')
  await newPost(service, { social_account_ids: [account], when: inAnHour() })
  for (const health of ['expiring', 'needs_reconnect'])
    await service.query(`update accounts set health = '${health}' where id = ${account}`)
  await rest('disconnect_account', { id: account })

  await service.query(`update accounts set removed_at = null, health = 'healthy' where id = ${x}`)
  const daily = {
    post: { content: 'Tip', social_account_ids: [x] },
    rule: 'FREQ=DAILY;COUNT=3',
    starts_at: '2999-01-01T09:00',
  }
  const series = { id: idOf((await rest('create_series', daily)).body) }
  await rest('update_series', { ...series, applies: 'following', name: 'Tips' })
  for (const name of ['pause_series', 'resume_series', 'end_series']) await rest(name, series)

  const file = await newMedia(service)
  await rest('update_media', { id: file, folder: 'Autumn' })
  await rest('delete_media', { id: file })

  const { body: hook } = await rest('create_webhook', { url: 'https://hooks.example/crier' })
  const id = String(hook['id'])
  await rest('update_webhook', { id, types: ['post.failed'] })
  await rest('test_webhook', { id })
  await service.query(`update webhooks set dead_told = true where id = ${id}`)
  await rest('update_webhook', { id, enabled: false })
  await rest('delete_webhook', { id })
}

/** Members, keys, settings, apps: where mails go out. */
export async function playPeople(service: TestService) {
  const me = await owner(service)
  const at = `/console/workspaces/${me.workspace_id}`
  const grace = await invited(service, me, { name: 'Grace', role: 'editor' })
  await me.page.ask('PUT', `${at}/members/${grace.id}`, { role: 'viewer' })
  await me.page.ask('DELETE', `${at}/members/${grace.id}`)
  await me.page.ask('POST', `${at}/invitations`, { email: 'heidi@example.org', role: 'viewer' })
  const open = Invitations.parse((await me.page.ask('GET', `${at}/members`)).body).invitations
  await me.page.ask('DELETE', `${at}/invitations/${open[0]?.id}`)
  await me.page.ask('PUT', at, { name: 'Renamed' })
  const entries = [{ weekday: 'mon', time: '09:00', account_id: null }]
  await me.page.ask('PUT', `${at}/schedule`, { entries })
  const { body } = await me.page.ask('POST', `${at}/api/api-keys`, { name: 'Newsletter' })
  const key = `${at}/api/api-keys/${String(body['id'])}`
  await me.page.ask('PUT', key, { name: 'Newsletters' })
  await me.page.ask('DELETE', key)
  await playApps(service)
}

const Invitations = z.object({ invitations: z.array(z.object({ id: z.int() })) })

async function playApps(service: TestService) {
  const browser = await openBrowser(service)
  const { client_id } = await register(service)
  await allowed(service, browser, client_id)
  await service.query(
    `update grants set toolsets = '{events}' where person_id = ${browser.person_id}`,
  )
  await service.query(`update grants set revoked_at = now() where person_id = ${browser.person_id}`)
}

/** What a look at a post that had been sent once more brings, where the platform shows two. */
export async function shownTwice(service: TestService, post: number) {
  const { db } = service
  await service.query(
    `update deliveries set watch_at = now() - interval '1 minute' where id = (select min(id) from deliveries where post_id = ${post})`,
  )
  const now = new Date()
  const [watched] = await claimWatched(db, now, 1)
  if (!watched) throw new Error('Nothing is watched.')
  const warnings = [
    'maybe_twice: the platform shows what may be this post once more (https://x.com/ada_types/status/1990000000000000008). If it is, take one down.',
  ]
  const receipt = { platform_post_id: null, platform_url: null }
  await keepWatched(db, watched, { steps: {}, receipt, warnings, watch_at: null }, now)
}
