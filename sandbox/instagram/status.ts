/** How far a container is, and what a look at it shows. */
import { parseFields } from '../kit/graph-fields.ts'
import { select } from './fields.ts'
import type { Context } from './service.ts'
import type { Container } from './state.ts'

const day = 86_400_000

export function statusOf(
  { media_id, failure, looks, resumable, size, received, created_at }: Container,
  now: number,
) {
  if (media_id !== null) return 'PUBLISHED'
  if (created_at + day <= now) return 'EXPIRED'
  if (resumable && (!size || received < size)) return 'IN_PROGRESS'
  if (looks > 0) return 'IN_PROGRESS'
  return failure === null ? 'FINISHED' : 'ERROR'
}

/** Looking is what time is to it: each look brings it one step on. */
export function showContainer({ params, now }: Context, container: Container) {
  const status = statusOf(container, now)
  if (container.looks > 0) container.looks -= 1
  return select('ShadowIGMediaBuilder', parseFields(params.text.get('fields') ?? 'id'), {
    id: () => container.id,
    status_code: () => status,
    status: () => (status === 'ERROR' ? (container.failure ?? '') : `${status}: ${words[status]}`),
    copyright_check_status: () => undefined,
    video_status: () =>
      container.resumable
        ? {
            uploading_phase: {
              status:
                container.received && container.received >= container.size
                  ? 'complete'
                  : 'in_progress',
              bytes_transferred: container.received,
            },
            processing_phase: { status: status === 'FINISHED' ? 'complete' : 'not_started' },
          }
        : undefined,
  })
}

const words = {
  PUBLISHED: 'Media has been successfully published.',
  EXPIRED: 'Media container has expired.',
  IN_PROGRESS: 'Media is still being processed.',
  FINISHED: 'Media has been uploaded and it is ready to be published.',
  ERROR: '',
}
