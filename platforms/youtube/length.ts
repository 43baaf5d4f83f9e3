/** How long a video may be: channels that are not verified stop at 15 minutes, and a longer one is rejected after its upload. */
import { z } from 'zod'
import { Failure, type PublicationMedia } from '../platform.ts'
import { ask, type Access } from './api.ts'

const LONGEST_UNVERIFIED = 15 * 60

/** `allowed`, `eligible` (once the channel is verified), `disallowed` (description, ChannelStatus). */
const Channels = z.object({
  items: z
    .array(z.object({ status: z.object({ longUploadsStatus: z.string().optional() }).optional() }))
    .default([]),
})

/** Asked when it matters, since a channel may be verified any day; one unit of the quota. */
export async function checkLength(access: Access, { duration }: PublicationMedia): Promise<void> {
  if (duration === null || duration <= LONGEST_UNVERIFIED) return
  const path = '/youtube/v3/channels?part=status&mine=true'
  const { items } = await ask(access, { method: 'GET', path, answer: Channels })
  const long = items[0]?.status?.longUploadsStatus
  if (long !== 'eligible' && long !== 'disallowed') return
  const message = `YouTube takes at most ${LONGEST_UNVERIFIED} s from this channel; the video has ${Math.round(duration)} s. Verify the channel at youtube.com/verify.`
  throw new Failure('rejected', 'video_duration', message)
}
