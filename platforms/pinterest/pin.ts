/** A pin as it is written: where, what about, and the files where their content belongs. */
import { Failure, type Publication, type PublicationMedia } from '../platform.ts'
import { Options } from './options.ts'

/** The pin as JSON, with files where their content belongs. `uploaded` is the id of the video. */
export function written(
  publication: Publication,
  place: { board_id: string; board_section_id?: string | undefined },
  uploaded: () => string,
): (string | PublicationMedia)[] {
  const pin = { ...place, ...contentOf(publication) }
  const head = `${JSON.stringify(pin).slice(0, -1)},"media_source":`
  return [head, ...sourceOf(publication, uploaded), '}']
}

function sourceOf(
  { media, options }: Publication,
  uploaded: () => string,
): (string | PublicationMedia)[] {
  const pictures = media.filter((one) => !isVideo(one))
  const [first, ...others] = pictures
  const videos = media.length - pictures.length
  if (videos === 0 && first && pictures.length <= 5) {
    if (others.length === 0) return ['{"source_type":"image_base64",', ...inline(first), '}']
    const items = pictures.flatMap((one, index) => [index ? ',{' : '{', ...inline(one), '}'])
    return ['{"source_type":"multiple_image_base64","index":0,"items":[', ...items, ']}']
  }
  if (videos === 1 && others.length === 0) {
    const head = `{"source_type":"video_id","media_id":${JSON.stringify(uploaded())},`
    if (first) return [head, ...inline(first, 'cover_image_'), '}']
    const { cover_second = 0 } = Options.parse(options)
    return [`${head}"cover_image_key_frame_time":${cover_second}}`]
  }
  const message = 'Pinterest takes one to five pictures, or one video and a picture as its cover.'
  throw new Failure('rejected', 'media_required', message)
}

/** Type and content of a picture; the names are longer for a cover. */
function inline(picture: PublicationMedia, names = ''): (string | PublicationMedia)[] {
  const type = JSON.stringify(picture.mime_type)
  return [`"${names}content_type":${type},"${names}data":"`, picture, '"']
}

export const isVideo = ({ mime_type }: PublicationMedia) => mime_type.startsWith('video/')

/** What is empty is left out: Pinterest refuses an empty link. A pin has one alternative text, its first picture's. */
export function contentOf({ text, media, options }: Publication) {
  const { title, link } = Options.parse(options)
  const alt_text = media.find((one) => one.alt_text)?.alt_text
  return {
    ...(title ? { title } : {}),
    ...(text ? { description: text } : {}),
    ...(link ? { link } : {}),
    ...(alt_text ? { alt_text } : {}),
  }
}

/** In Pinterest's words for `media_type`. */
export function kindOf({ media }: Publication): 'image' | 'multiple_images' | 'video' {
  if (media.some(isVideo)) return 'video'
  return media.length > 1 ? 'multiple_images' : 'image'
}
