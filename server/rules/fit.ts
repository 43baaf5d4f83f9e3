/** Whether a platform takes a file as it is, or in another form of it that we can make. Pure. */

/** What a rule of a platform says of the files it takes. */
export interface Takes {
  types: readonly string[]
  max_bytes: number
  max_short_side?: number
}

export interface Fitting {
  mime_type: string
  size_bytes: number
  /** Pixels; null: not measured. */
  width: number | null
  height: number | null
  /** More than one frame: a conversion would keep the first only. */
  animated: boolean
}

/** What an image is made into. */
export interface Form {
  mime_type: 'image/jpeg'
  max_bytes: number
  max_short_side?: number
}

/** Pictures that a JPEG can be made of. */
export const convertible: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** `takes` undefined: the platform has no rule for this family of files. */
export function fit(file: Fitting, takes: Takes | undefined): 'as it is' | 'not at all' | Form {
  if (!takes) return 'not at all'
  const { mime_type, size_bytes, animated } = file
  const { max_bytes, max_short_side } = takes
  const isSmall = size_bytes <= max_bytes && shortSide(file) <= (max_short_side ?? Infinity)
  if (takes.types.includes(mime_type) && isSmall) return 'as it is'
  const possible =
    convertible.includes(mime_type) && !animated && takes.types.includes('image/jpeg')
  if (!possible) return 'not at all'
  const sides = max_short_side === undefined ? {} : { max_short_side }
  return { mime_type: 'image/jpeg', max_bytes, ...sides }
}

/** Pixels; what was not measured is small enough. */
export function shortSide({ width, height }: Pick<Fitting, 'width' | 'height'>): number {
  return Math.min(width ?? 0, height ?? 0)
}

/** The family that all of these files are of; undefined: of several, of none, or there are no files. */
export function familyOf<Rules extends Parameters<typeof ruleFor>[1]>(
  files: readonly { mime_type: string }[],
  media: Rules,
): Exclude<keyof Rules & string, 'mixed'> | undefined {
  const rules = new Set(files.map(({ mime_type }) => ruleFor<unknown>(mime_type, media, files)))
  const [rule, ...others] = rules
  if (rule === undefined || others.length) return undefined
  return namesOf(media).find((name) => media[name] === rule)
}

/**
 * The rule for a file among those of a platform, given all files of the post. A GIF is an image where the platform has no
 * rule of its own for it, and a picture beside a video is the cover where the platform takes one.
 */
export function ruleFor<Rule>(
  mime_type: string,
  media: {
    image?: Rule
    gif?: Rule
    video?: Rule
    document?: Rule
    cover?: Rule
    captions?: Rule
  },
  files: readonly { mime_type: string }[],
): Rule | undefined {
  if (areCaptions({ mime_type })) return media.captions
  const beside = files.some((file) => file.mime_type.startsWith('video/'))
  if (media.cover && beside && mime_type.startsWith('image/')) return media.cover
  if (mime_type === 'image/gif' && media.gif) return media.gif
  if (mime_type.startsWith('image/')) return media.image
  if (mime_type.startsWith('video/')) return media.video
  return media.document
}

/** Files that are text: captions are the only ones that the library takes. */
export function areCaptions({ mime_type }: { mime_type: string }) {
  return mime_type.startsWith('text/')
}

/** What a platform is sent of these files: captions only where it takes them. */
export function sentOf<File extends { mime_type: string }>(
  files: readonly File[],
  media: { captions?: unknown },
): readonly File[] {
  return media.captions ? files : files.filter((file) => !areCaptions(file))
}

function namesOf<Rules extends object>(rules: Rules) {
  return Object.keys(rules).filter(
    (name): name is Exclude<keyof Rules & string, 'mixed'> => name in rules && name !== 'mixed',
  )
}
