/** A file of a post while somebody writes it. */
export interface File {
  /** Of this page, before the service has given it an id. */
  key: string
  name: string
  type: string
  size: number
  /** Of the media item, once it is there. */
  id?: number
  /** Of an upload under way, to go on with it. */
  upload_id?: string
  url?: string
  thumbnail_url?: string | null
  width?: number
  height?: number
  duration?: number
  alt_text: string
  /** As the library has it; undefined: nothing was said of it yet. */
  alt_kept?: string
  /** Of the part of a thread that shows it; undefined: the post itself. */
  part?: string
}

/** By its name: browsers know no type of some. */
export function areCaptions({ name }: Pick<File, 'name'>) {
  return /\.(?:srt|vtt)$/i.test(name)
}
