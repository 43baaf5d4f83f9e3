/** Words that are used again and again. Pure. */
import { z } from 'zod'
import { Id } from './post.ts'

export const SnippetKind = z.enum(['text', 'hashtags', 'first_comment', 'template'], {
  error: 'Use text, hashtags, first_comment or template.',
})
export type SnippetKind = z.infer<typeof SnippetKind>

export const Snippet = z.object({
  id: Id,
  name: z.string(),
  kind: SnippetKind,
  content: z.string().describe('The words; of a first_comment those of the comment.'),
  first_comment: z.string().nullable().describe('Of templates.'),
  platform_content: z
    .array(
      z.object({
        account_id: Id,
        content: z.string().optional(),
        options: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .describe('Of templates: as a post takes it, for those of its accounts that are connected.'),
  platform_options: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .describe('Of templates: as a post takes it.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Snippet = z.infer<typeof Snippet>

/** What is wrong with words that shall be hashtags; undefined: nothing. */
export function tagsProblem(content: string): string | undefined {
  const words = content.split(/\s+/u).filter(Boolean)
  const wrong = words.find((word) => !/^[#＃][^\s#＃]+$/u.test(word))
  if (!words.length) return 'Write at least one hashtag.'
  return wrong === undefined ? undefined : `Begin each word with #: ${wrong.slice(0, 60)} does not.`
}
