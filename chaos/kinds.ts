/** The ways to publish: what a post consists of. Each platform says which of them it takes (`platforms/`). */

export const kinds = {
  text: { media: undefined, words: true, comment: false, parts: 1 },
  comment: { media: undefined, words: true, comment: true, parts: 1 },
  thread: { media: undefined, words: true, comment: true, parts: 5 },
  image: { media: 'image', words: true, comment: false, parts: 1 },
  image_comment: { media: 'image', words: true, comment: true, parts: 1 },
  image_only: { media: 'image', words: false, comment: false, parts: 1 },
  image_thread: { media: 'image', words: true, comment: true, parts: 5 },
  video: { media: 'video', words: true, comment: false, parts: 1 },
  video_comment: { media: 'video', words: true, comment: true, parts: 1 },
  video_thread: { media: 'video', words: true, comment: true, parts: 5 },
} as const

export type Kind = keyof typeof kinds
