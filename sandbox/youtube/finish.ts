/** The moment in which bytes become a video. */
import { takeSpecial } from './faults.ts'
import type { Context } from './service.ts'
import { type UploadSession, type Video, videoId } from './store.ts'

export function finish({ store, now, service, person }: Context, session: UploadSession): Video {
  const { faults } = service
  const slow = takeSpecial(faults, person, 'processing_slow')?.ms ?? 0
  const failed = takeSpecial(faults, person, 'processing_failed') ?? !isVideo(session)
  const rejected = takeSpecial(faults, person, 'video_rejected')
  const locked = takeSpecial(faults, person, 'private_lock')
  const { snippet, status } = session.resource
  const video: Video = {
    id: videoId(),
    person_id: session.person_id,
    resource: { snippet, status: locked ? { ...status, privacyStatus: 'private' } : status },
    mime_type: session.mime_type,
    bytes: session.stored,
    created_at: now,
    processed_at: now + (rejected?.fault === 'refused_later' ? rejected.ms : slow),
    end: failed
      ? { status: 'failed', reason: session.stored === 0 ? 'emptyFile' : 'invalidFile' }
      : rejected
        ? { status: 'rejected', reason: 'duplicate' }
        : null,
    thumbnail: null,
  }
  session.video_id = video.id
  store.videos.set(video.id, video)
  service.options.made?.(video.id)
  return video
}

/** A picture or a document is taken as bytes and found out in processing. */
function isVideo({ head }: UploadSession) {
  const bytes = Buffer.from(head, 'base64')
  const text = bytes.toString('latin1')
  return !/^(%PDF|\u0089PNG|GIF8|\u00ff\u00d8\u00ff|<|ID3)/.test(text)
}
