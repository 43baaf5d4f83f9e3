/** Drafts: what goes to the creator's inbox, to be posted in the app ("Upload" reference); and calling off a fetch. */
import { z } from 'zod'
import { checkPendingCap } from './caps.ts'
import { begin, sendVideo, videoSource } from './publishing.ts'
import { refusal } from './refusal.ts'
import { check, type Call, type Context } from './service.ts'

export const inboxCalls: Call[] = [
  {
    method: 'POST',
    path: '/v2/post/publish/inbox/video/init/',
    on: 'upload',
    scopes: ['video.upload'],
    per_minute: 6,
    run: draft,
  },
  {
    method: 'POST',
    path: '/v2/post/publish/cancel/',
    on: 'status',
    scopes: ['video.publish', 'video.upload'],
    per_minute: 30,
    run: cancel,
  },
]

const draftSchema = z.strictObject({ source_info: videoSource })

async function draft(context: Context) {
  const { source_info } = check(draftSchema, context.body)
  checkPendingCap(context)
  const facts = { kind: 'video' as const, title: '', privacy_level: '', extra: {}, inbox: true }
  return sendVideo(context, begin(context, facts), source_info)
}

function cancel({ store, person, body }: Context) {
  const { publish_id } = check(z.strictObject({ publish_id: z.string().max(64) }), body)
  const publish = store.publishes.get(publish_id)
  if (publish?.open_id !== person.id)
    throw refusal(400, 'invalid_publish_id', 'The publish_id does not exist.')
  if (publish.landed_at !== null || publish.fail_reason)
    throw refusal(400, 'publish_not_cancellable', 'The task is already in a final state.')
  publish.fail_reason = 'publish_cancelled'
  return {}
}
