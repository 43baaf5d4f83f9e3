/** Drafts: what goes to the creator's inbox, to be posted in the app ("Upload" reference); and calling off a fetch. */
import { z } from 'zod'
import { checkPendingCap } from './caps.ts'
import { begin, sendVideo, videoSource } from './publishing.ts'
import { refusal } from './refusal.ts'
import { check, type Call, type Visit } from './service.ts'

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

async function draft(visit: Visit) {
  const { source_info } = check(draftSchema, visit.body)
  checkPendingCap(visit)
  const facts = { kind: 'video' as const, title: '', privacy_level: '', extra: {}, inbox: true }
  return sendVideo(visit, begin(visit, facts), source_info)
}

function cancel({ world, person, body }: Visit) {
  const { publish_id } = check(z.strictObject({ publish_id: z.string().max(64) }), body)
  const publish = world.publishes.get(publish_id)
  if (publish?.open_id !== person.id)
    throw refusal(400, 'invalid_publish_id', 'The publish_id does not exist.')
  if (publish.landed_at !== null || publish.fail_reason)
    throw refusal(400, 'publish_not_cancellable', 'The task is already in a final state.')
  publish.fail_reason = 'publish_cancelled'
  return {}
}
