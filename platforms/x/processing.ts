/** What X does with media after the last chunk: nothing for most images, minutes for a video. */
import { z } from 'zod'
import { patiently } from '../kit/patience.ts'
import { Failure } from '../platform.ts'
import { ask, type Access } from './api.ts'
import { redacted } from './problem.ts'

/** Minutes of processing after which the upload is given up and begun again. */
const LONGEST_PROCESSING = 20

const Processing = z.object({
  state: z.string(),
  check_after_secs: z.number().optional().catch(undefined),
  error: z
    .object({ name: z.string().nullish(), message: z.string().nullish() })
    .nullish()
    .catch(undefined),
})
type Processing = z.output<typeof Processing>

/** No `processing_info` means that nothing is left to do. */
export const Ended = z.object({ data: z.object({ processing_info: Processing.nullish() }) })

/** Resolves when a post may use the media. */
export async function processed(access: Access, id: string, first: Processing | null | undefined) {
  const { tools } = access
  let info = first
  let waited = 0
  while (info && info.state !== 'succeeded') {
    if (info.state === 'failed') throw unprocessable(info)
    if (waited > LONGEST_PROCESSING * 60) {
      const message = 'X is still working on the media. They will be sent again.'
      throw new Failure('later', 'media_not_ready', message)
    }
    const seconds = Math.min(Math.max(info.check_after_secs ?? 1, 1), 60)
    await tools.sleep(seconds * 1000)
    waited += seconds
    const { data } = await patiently(tools, () =>
      ask(access, {
        purpose: 'prepare',
        method: 'GET',
        path: `/2/media/upload?command=STATUS&media_id=${id}`,
        answer: Ended,
      }),
    )
    info = data.processing_info
  }
}

function unprocessable({ error }: Processing) {
  const words = redacted([error?.name, error?.message].filter(Boolean).join(' – '))
  if (/internal/i.test(error?.name ?? '')) {
    const message = 'X failed while it worked on the media. They will be sent again.'
    return new Failure('later', 'media_not_prepared', message, { words })
  }
  const message = 'X cannot use this media file. Convert it (video: MP4, H.264, AAC) and try again.'
  return new Failure('rejected', 'media_rejected', message, { words })
}
