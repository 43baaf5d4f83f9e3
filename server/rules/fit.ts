/** Whether a platform takes a file as it is, or in another form of it that we can make. Pure. */

/** What a rule of a platform says of the files it takes. */
export interface Takes {
  types: readonly string[]
  max_bytes: number
}

export interface Fitting {
  mime_type: string
  size_bytes: number
  /** More than one frame: a conversion would keep the first only. */
  animated: boolean
}

/** What an image is made into. */
export interface Form {
  mime_type: 'image/jpeg'
  max_bytes: number
}

const convertible = ['image/jpeg', 'image/png', 'image/webp']

/** `takes` undefined: the platform has no rule for this family of files. */
export function fit(file: Fitting, takes: Takes | undefined): 'as it is' | 'not at all' | Form {
  if (!takes) return 'not at all'
  const { mime_type, size_bytes, animated } = file
  if (takes.types.includes(mime_type) && size_bytes <= takes.max_bytes) return 'as it is'
  const possible =
    convertible.includes(mime_type) && !animated && takes.types.includes('image/jpeg')
  return possible ? { mime_type: 'image/jpeg', max_bytes: takes.max_bytes } : 'not at all'
}

/**
 * The rule for a file among those of a platform, given all files of the post. A GIF is an image where the platform has no
 * rule of its own for it, and a picture beside a video is the cover where the platform takes one.
 */
export function ruleFor<Rule>(
  mime_type: string,
  media: { image?: Rule; gif?: Rule; video?: Rule; document?: Rule; cover?: Rule },
  files: readonly { mime_type: string }[],
): Rule | undefined {
  const beside = files.some((file) => file.mime_type.startsWith('video/'))
  if (media.cover && beside && mime_type.startsWith('image/')) return media.cover
  if (mime_type === 'image/gif' && media.gif) return media.gif
  if (mime_type.startsWith('image/')) return media.image
  if (mime_type.startsWith('video/')) return media.video
  return media.document
}
