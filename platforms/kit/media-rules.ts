/** What a platform takes of files, as data: checked when a post is written, shown in the capabilities and in the docs. */

/** Width by height as the platform writes it: `4:5`, `1.91:1`. */
export type Ratio = `${number}:${number}`

export interface MediaRule {
  /** MIME types taken as they are. */
  types: readonly string[]
  /** How many of this family one post may carry. */
  max: number
  max_bytes: number
  min_bytes?: number
  /** Seconds; videos only. */
  min_duration?: number
  max_duration?: number
  /** The narrowest and the widest. Nothing is cropped to fit: that is for the author to do. */
  ratio?: { min: Ratio; max: Ratio }
  /** What the platform advises; anything else is taken and warned of. */
  best_ratio?: Ratio
  /** Pixels. */
  min_width?: number
  min_height?: number
  max_width?: number
  max_height?: number
  /** Width times height. */
  max_pixels?: number
  /** Pixels of the shorter side; a larger image is made smaller. */
  max_short_side?: number
}

/** Absent family: the platform does not take it. Families are never mixed unless `mixed` says how many may be together. */
export interface MediaRules {
  image?: MediaRule
  gif?: MediaRule
  video?: MediaRule
  document?: MediaRule
  /** A picture beside a video, which people see before it plays. It never stands alone, and is no mix. */
  cover?: MediaRule
  /** What is said in a video, as a file beside it. It never stands alone, and is no mix. */
  captions?: MediaRule
  mixed?: { max: number }
}

export type Family = Exclude<keyof MediaRules, 'mixed'>

/** What one value of the option `kind` changes: a story takes other files than a post, and no words. */
export interface Kind {
  media: MediaRules
  media_required?: true
  wordless?: true
  first_comment?: false
  /** Options that other posts have and these do not. */
  refuses_options?: readonly string[]
  /** Options that somebody chooses on the platform: left out, with a warning. */
  leaves_options?: readonly string[]
}
