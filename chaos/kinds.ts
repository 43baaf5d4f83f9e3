/** The ways to publish: what a post consists of. Each platform says which of them it takes (`platforms/`). */

export const kinds = {
  text: { media: undefined, words: true, comment: false },
  comment: { media: undefined, words: true, comment: true },
  image: { media: 'image', words: true, comment: false },
  image_comment: { media: 'image', words: true, comment: true },
  image_only: { media: 'image', words: false, comment: false },
  video: { media: 'video', words: true, comment: false },
  video_comment: { media: 'video', words: true, comment: true },
} as const

export type Kind = keyof typeof kinds
