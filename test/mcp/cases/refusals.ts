/** Further refusals, so that every one that an operation declares is made on both surfaces somewhere. */
import { randomUUID } from 'node:crypto'
import type { Code } from '#rules/problem.ts'
import { numberAll } from '../../events/numbered.ts'
import { picture, send, uploadPicture } from '../../media/kit.ts'
import { idOf, newKey, newMedia, newPost } from '../../surfaces/kit.ts'
import { leashed } from '../../surfaces/leashed.ts'
import { postIn } from '../../surfaces/states.ts'
import type { Body } from '../../service.ts'
import { type Kit, never } from './case.ts'
import { seriesRefusals } from './series.ts'

export type Refusal = readonly [name: string, code: Code, args: () => Body | Promise<Body>]

/** Which tests make these: they hang on the workspace, on an order of things, or on what happens at the same time. */
export const elsewhere: Partial<Record<Code, string>> = {
  human_required: 'test/oauth/webhooks.test.ts',
  duplicate_content: 'test/surfaces/doubles.test.ts',
  no_timing_specified: 'test/mcp/parity.test.ts',
  no_connected_accounts: 'test/mcp/parity.test.ts',
  account_inactive: 'test/surfaces/refusals.test.ts',
  plan_limit_reached: 'test/surfaces/charge.test.ts',
  post_not_awaiting: 'test/surfaces/approval.test.ts',
  post_changed: 'test/surfaces/approval.test.ts',
  forbidden: 'test/surfaces/keys.test.ts',
  upload_busy: 'test/media/two-services.test.ts',
  too_many_uploads: 'test/media/quotas.test.ts',
  unavailable: 'test/surfaces/outage.test.ts',
  too_many_requests: 'test/webhooks/calls.test.ts',
}

const moves = ['update_post', 'publish_now', 'retry_post', 'cancel_post', 'delete_post'] as const

export function moreRefusals({ service, rest, account_ids }: Kit): readonly Refusal[] {
  const announced = { filename: 'a.png', mime_type: 'image/png' }
  return [
    ...moves.map((name): Refusal => [name, 'post_not_found', () => ({ id: never.post })]),
    ['restore_post', 'post_not_found', () => ({ id: never.post })],
    ['find_people', 'invalid', () => ({ id: account_ids[0], q: '' })],
    ['get_account_choices', 'invalid', () => ({ id: account_ids[0], place: 'x' })],
    ['unpublish_post', 'post_not_found', () => ({ id: never.post })],
    ['undo_today', 'key_not_found', () => ({ key_id: never.key })],
    ['edit_published_post', 'post_not_found', () => ({ id: never.post, content: 'x' })],
    [
      'edit_published_post',
      'invalid',
      async () => ({ id: await postIn('published', service), content: 'x' }),
    ],
    [
      'unpublish_post',
      'invalid',
      async () => ({ id: await postIn('published', service), account_ids: [never.account] }),
    ],
    ...[...moves, 'restore_post', 'duplicate_post', 'unpublish_post', 'edit_published_post'].map(
      (name): Refusal => [
        name,
        'post_changed',
        async () => ({ id: await newPost(service), updated_at: '2020-01-01T00:00:00Z' }),
      ],
    ),
    ...['update_media', 'delete_media', 'replace_media'].map((name): Refusal => [
      name,
      'media_changed',
      async () => ({
        id: await newMedia(service),
        updated_at: '2020-01-01T00:00:00Z',
        ...(name === 'replace_media' && { with: never.media }),
      }),
    ]),
    [
      'schedule_post',
      'external_id_taken',
      async () => ({ content: 'x', social_account_ids: account_ids, ...(await taken()) }),
    ],
    [
      'update_post',
      'external_id_taken',
      async () => ({ id: await newPost(service), ...(await taken()) }),
    ],
    ['update_media', 'media_not_found', () => ({ id: never.media, folder: 'f' })],
    ['delete_media', 'media_not_found', () => ({ id: never.media })],
    ['restore_media', 'media_not_found', () => ({ id: never.media })],
    [
      'replace_media',
      'media_not_found',
      async () => ({ id: await newMedia(service), with: never.media }),
    ],
    [
      'replace_media',
      'invalid',
      async () => {
        const id = await newMedia(service)
        return { id, with: id }
      },
    ],
    ['derive_media', 'media_not_found', () => ({ id: never.media, rotate: 90 })],
    [
      'schedule_post',
      'no_queue_slots',
      () => ({ content: 'x', social_account_ids: account_ids, when: 'next_slot' }),
    ],
    [
      'update_post',
      'no_queue_slots',
      async () => ({ id: await newPost(service), when: 'next_slot' }),
    ],
    ['publish_now', 'invalid', async () => ({ id: await newPost(service, { content: long }) })],
    [
      'retry_post',
      'invalid',
      async () => ({ id: await postIn('unknown', service), confirm_not_published: [never.post] }),
    ],
    ['approve_post', 'invalid', async () => ({ id: await outgrown() })],
    ['complete_upload', 'invalid', async () => ({ id: await opened() })],
    ['complete_upload', 'media_not_found', async () => ({ id: await completedAndDeleted() })],
    [
      'update_api_key',
      'invalid',
      async () => ({ id: (await newKey(service)).id, leash: { account_ids: [never.post] } }),
    ],
    [
      'list_events',
      'cursor_gone',
      async () => {
        // Both surfaces tell the present end: nothing may be on its way there.
        await numberAll(service)
        return { after: '0123456789ab.7' }
      },
    ],
    [
      'list_activity',
      'cursor_gone',
      async () => {
        await numberAll(service)
        return { before: '0123456789ab.7' }
      },
    ],
    [
      'update_account_set',
      'invalid',
      async () => {
        const set = { name: `Refused ${randomUUID()}`, account_ids }
        return { id: idOf((await rest('create_account_set', set)).body), account_ids: [never.post] }
      },
    ],
    [
      'update_snippet',
      'invalid',
      async () => {
        const snippet = { name: `Refused ${randomUUID()}`, content: 'Yours' }
        return { id: idOf((await rest('create_snippet', snippet)).body), content: '' }
      },
    ],
    ...seriesRefusals({ service, rest, account_ids }),
    ['update_queue', 'invalid', async () => ({ id: await holding(), times: [], paused: false })],
    ['delete_queue', 'invalid', async () => ({ id: await holding() })],
    ['manage_webhooks', 'invalid', () => ({ action: 'create', url: 'http://localhost/' })],
    [
      'manage_webhooks',
      'send_not_found',
      async () => ({ action: 'redeliver_send', id: await webhook(), send_id: '987654' }),
    ],
    ['update_webhook', 'invalid', async () => ({ id: await webhook(), url: 'http://localhost/' })],
    ['rotate_webhook_secret', 'invalid', async () => ({ id: await webhook(), secret: 'short' })],
    ['redeliver_webhook', 'invalid', async () => ({ id: await webhook(), since: 'yesterday' })],
    ['redeliver_send', 'webhook_not_found', () => ({ id: never.key, send_id: '1' })],
    ...['test_webhook', 'redeliver_send', 'redeliver_webhook', 'manage_webhooks'].map(
      (name): Refusal => [name, 'webhook_disabled', async () => off(name)],
    ),
    ['manage_api_keys', 'invalid', () => ({ action: 'create', name: '' })],
  ]

  async function webhook() {
    const { body } = await rest('create_webhook', { url: 'https://example.com/' })
    return String(body['id'])
  }

  async function off(name: string): Promise<Body> {
    const id = await webhook()
    await rest('update_webhook', { id, enabled: false })
    const since = '2020-01-01T00:00:00Z'
    if (name === 'redeliver_webhook') return { id, since }
    if (name === 'redeliver_send') return { id, send_id: '1' }
    return name === 'manage_webhooks' ? { action: 'redeliver', id, since } : { id }
  }

  /** Somebody asked for it, and then its platforms began to take less. */
  async function outgrown() {
    const key = await leashed(service, { needs_approval: true })
    const post = { content: 'May I?', social_account_ids: account_ids, when: 'now' }
    const id = idOf((await key.rest('schedule_post', post)).body)
    await service.query(`update posts set content = '${long}' where id = ${id}`)
    return id
  }

  /** An id that a post has. */
  /** A queue that is paused, with a post in it. */
  async function holding() {
    const queue = { name: `Holds ${randomUUID()}`, times: [{ weekday: 'mon', time: '09:00' }] }
    const id = idOf((await rest('create_queue', queue)).body)
    const post = { content: queue.name, social_account_ids: account_ids }
    await rest('schedule_post', { ...post, when: 'next_slot', queue: id })
    await rest('update_queue', { id, paused: true })
    return id
  }

  async function taken() {
    const external_id = `taken-${randomUUID()}`
    await newPost(service, { external_id })
    return { external_id }
  }

  async function opened() {
    const { length } = picture('parity')
    return (await rest('open_upload', { ...announced, size_bytes: length })).body['upload_id']
  }

  async function completedAndDeleted() {
    const id = await opened()
    const path = `/api/media/uploads/${String(id)}?offset=0`
    const type = { 'content-type': 'application/octet-stream' }
    await send(service, 'PATCH', path, new Blob([picture('parity')]), type)
    const { body } = await rest('complete_upload', { id })
    // Another item has the same bytes, so that this one goes at once.
    await uploadPicture(service, {}, picture('parity'))
    await rest('delete_media', { id: body['id'] })
    return id
  }
}

const long = 'x'.repeat(9_000)
