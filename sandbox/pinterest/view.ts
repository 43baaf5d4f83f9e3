/** A pin as answers show it (description v5.23.0, `Pin` and `PinMedia`). */
import type { Context } from './service.ts'
import { shownWords } from './shown.ts'
import type { Pin } from './store.ts'

export function show(pin: Pin, { person, service, look }: Context) {
  const { title, description, link, alt_text } = shownWords(pin, look)
  const { id, board_id, board_section_id, created_at } = pin
  return {
    id,
    // Without a zone; it is UTC.
    created_at: new Date(created_at).toISOString().slice(0, 19),
    link,
    title,
    description,
    alt_text,
    board_id,
    board_section_id,
    board_owner: { username: person.username },
    media: mediaOf(pin, service.options.url),
    creative_type: pin.kind === 'video' ? 'VIDEO' : 'REGULAR',
    dominant_color: '#6E7874',
    is_owner: true,
    is_standard: true,
    is_removable: true,
    pin_metrics: null,
    has_been_promoted: false,
    parent_pin_id: null,
    note: '',
  }
}

/** Images, videos and carousels have shapes of their own. */
function mediaOf({ kind, media, title, description, link }: Pin, url: string) {
  const images = media.map(({ key }) => imagesOf(`${url}/web/media/${key ?? 'cover'}`))
  switch (kind) {
    case 'image':
      return { media_type: kind, images: images[0] }
    case 'multiple_images':
      return {
        media_type: kind,
        items: images.map((each) => ({
          item_type: 'image',
          title,
          description,
          link,
          images: each,
        })),
      }
    case 'video':
      return {
        media_type: kind,
        images: images[0],
        cover_image_url: `${url}/web/media/cover`,
        // "Field may be null after creation due to video processing time."
        video_url: null,
        duration: null,
        width: null,
        height: null,
      }
  }
}

function imagesOf(url: string) {
  const sizes = { '150x150': [150, 150], '400x300': [400, 300], '600x': [600, 450] } as const
  return Object.fromEntries(
    Object.entries(sizes).map(([name, [width, height]]) => [name, { width, height, url }]),
  )
}
