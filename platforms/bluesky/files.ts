/** Files as steps before the post: an image is there when it is sent, a video when it is prepared. */
import {
  Failure,
  type Json,
  type PreparingStep,
  type PublicationMedia,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { processedVideo, uploadImage, Uploading, uploadVideo } from './media.ts'
import type { Blob } from './record.ts'
import type { PdsSession } from './session.ts'

export function uploading(
  file: PublicationMedia,
  index: number,
  session: PdsSession,
  tools: Tools,
  prefix = '',
): Step[] {
  const name = `${prefix}upload_${index}`
  if (!isVideo(file)) return [preparing(name, () => uploadImage(file, session))]
  return [
    preparing(name, () => uploadVideo(file, session, tools)),
    preparing(lastStep(file, index, prefix), async (saved) => {
      try {
        return await processedVideo(Uploading.parse(saved[name]), tools)
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'media_not_prepared') throw error
        // That job has ended for good; another one may not.
        return upload(file, session, tools)
      }
    }),
  ]
}

/** The step that ends with a blob. */
export function lastStep(file: PublicationMedia, index: number, prefix = '') {
  return `${prefix}${isVideo(file) ? 'process' : 'upload'}_${index}`
}

export async function upload(
  file: PublicationMedia,
  session: PdsSession,
  tools: Tools,
): Promise<Blob> {
  if (!isVideo(file)) return uploadImage(file, session)
  return processedVideo(await uploadVideo(file, session, tools), tools)
}

function isVideo({ mime_type }: PublicationMedia) {
  return mime_type.startsWith('video/')
}

export function preparing(name: string, run: (saved: Saved) => Promise<Json>): PreparingStep {
  return { name, effect: 'prepares', run }
}
