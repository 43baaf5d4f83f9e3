/** Photos: TikTok fetches them itself, and publishes with the one call that names them. */
import { z } from 'zod'
import { Failure, type Publication } from '../platform.ts'
import { ask, type Access } from './api.ts'
import type { Terms } from './creator.ts'
import { Options } from './manifest.ts'

const Begun = z.object({ publish_id: z.string().min(1).max(100) })

/** Refuses before anything is sent where this service has no address from which TikTok could fetch. */
export function addressesOf({ media }: Publication): string[] {
  return media.map(({ url }) => {
    if (url !== undefined) return url
    const message =
      'TikTok takes photos by public address only, and this service has none. Set BASE_URL to an https address that can be reached from outside, and verify its domain in TikTok’s developer portal.'
    throw new Failure('rejected', 'no_public_address', message)
  })
}

export async function publishPhotos(
  access: Access,
  publication: Publication,
  terms: Terms,
): Promise<string> {
  const options = Options.parse(publication.options)
  const photo_images = addressesOf(publication)
  const { publish_id } = await ask(access, {
    purpose: 'publish',
    path: '/v2/post/publish/content/init/',
    json: {
      media_type: 'PHOTO',
      post_mode: 'DIRECT_POST',
      post_info: {
        ...(options.title === undefined ? {} : { title: options.title }),
        ...(publication.text === '' ? {} : { description: publication.text }),
        privacy_level: terms.privacy_level,
        disable_comment: terms.disable_comment,
        auto_add_music: options.auto_add_music,
        brand_content_toggle: options.brand_content_toggle,
        brand_organic_toggle: options.brand_organic_toggle,
      },
      source_info: sourceOf(photo_images, options.photo_cover_index),
      is_aigc: options.is_aigc,
    },
    answer: Begun,
  })
  return publish_id
}

/** "MEDIA_UPLOAD: Upload content to TikTok for users to complete the post using TikTok's editing flow." */
export async function draftPhotos(access: Access, publication: Publication): Promise<string> {
  const { title, photo_cover_index } = Options.parse(publication.options)
  const photo_images = addressesOf(publication)
  const { publish_id } = await ask(access, {
    purpose: 'publish',
    path: '/v2/post/publish/content/init/',
    json: {
      media_type: 'PHOTO',
      post_mode: 'MEDIA_UPLOAD',
      post_info: title === undefined ? {} : { title },
      source_info: sourceOf(photo_images, photo_cover_index),
    },
    answer: Begun,
  })
  return publish_id
}

function sourceOf(photo_images: readonly string[], cover: number) {
  const photo_cover_index = Math.min(cover, photo_images.length - 1)
  return { source: 'PULL_FROM_URL', photo_images, photo_cover_index }
}
