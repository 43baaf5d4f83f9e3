/** Captions as a post names them. */
import { z } from 'zod'

export const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** Which file of the post says what is said in the video, in which language. */
export const Captions = z.strictObject({
  media_id: z.int().min(1).describe('A file of this post: .srt or .vtt.'),
  language: z.string().regex(LANGUAGE, 'must be a language tag such as en or pt-BR'),
  name: z
    .string()
    .trim()
    .max(150)
    .optional()
    .describe('As people choose it. Absent: they see the language alone.'),
})
export type Captions = z.output<typeof Captions>

/** As a number of ours: no two tracks of a video have the same language and name. */
export function keyOf({ language, name = '' }: Pick<Captions, 'language' | 'name'>) {
  return `${language.toLowerCase()}/${name}`
}
