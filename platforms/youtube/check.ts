/** What YouTube made of an upload. It says nothing when it locks one, so it must be asked. */
import { z } from 'zod'
import { Failure, type Json } from '../platform.ts'
import { ask, type Access } from './api.ts'

const Status = z.object({
  items: z
    .array(
      z.object({
        status: z.object({
          uploadStatus: z.string().optional(),
          privacyStatus: z.string().optional(),
          rejectionReason: z.string().optional(),
          failureReason: z.string().optional(),
        }),
      }),
    )
    .default([]),
})

/** A refusal here becomes a warning on the delivery: the video is there, but not as it was meant. */
export async function check(access: Access, id: string, wanted: string): Promise<Json> {
  const path = `/youtube/v3/videos?${new URLSearchParams({ part: 'status', id }).toString()}`
  const { items } = await ask(access, { method: 'GET', path, answer: Status })
  const status = items[0]?.status
  const reason = status?.rejectionReason ?? status?.failureReason
  if (status?.uploadStatus === 'rejected' || status?.uploadStatus === 'failed') {
    const message = 'YouTube did not keep the video. Look at it in YouTube Studio.'
    throw new Failure('rejected', 'video_not_kept', message, { words: reason })
  }
  const privacy = status?.privacyStatus
  if (privacy !== undefined && privacy !== wanted) {
    const message = `The video is ${privacy}, not ${wanted}: YouTube locks what comes through apps that it has not audited.`
    throw new Failure('rejected', 'locked_private', message)
  }
  return { privacy: privacy ?? null }
}
