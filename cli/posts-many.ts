/** `crier posts update`: one change to many posts. */
import { z } from 'zod'
import { updatePosts } from '#operations/posts/update-posts.ts'
import type { Command } from './command.ts'
import { openInstance } from './instance.ts'
import { idsIn } from './words.ts'

const Answer = z.looseObject({
  results: z.array(
    z.looseObject({
      post: z.looseObject({ id: z.int() }).optional(),
      post_id: z.int().optional(),
      message: z.string().optional(),
    }),
  ),
  updated: z.int(),
  failed: z.int(),
})

const texts = ['when', 'scheduled-at', 'timezone', 'shift-minutes'] as const
const words = ['labels', 'add-labels', 'remove-labels'] as const
const switches = ['cancel', 'all-or-nothing', 'dry-run'] as const

const update: Command = {
  name: 'posts update',
  takes:
    'ID,ID [--when WHEN] [--scheduled-at TIME] [--timezone ZONE] [--shift-minutes=N] [--cancel] [--labels WORD,WORD] [--add-labels WORD,WORD] [--remove-labels WORD,WORD] [--all-or-nothing] [--dry-run] [--json]',
  summary: 'Move, cancel or relabel many posts; what stays as it is is told with the reason.',
  values: ['ids'],
  flags: {
    ...Object.fromEntries([...texts, ...words].map((flag) => [flag, 'optional' as const])),
    ...Object.fromEntries(switches.map((flag) => [flag, 'switch' as const])),
  },
  json: true,

  async run({ ids = '', ...given }, config) {
    const said = <Flag extends string>(flags: readonly Flag[], read: (text: string) => unknown) =>
      flags.flatMap((flag) => {
        const text = given[flag]
        return text === undefined ? [] : [[flag.replaceAll('-', '_'), read(text)]]
      })
    const fields: Record<string, unknown> = {
      ids: idsIn(ids),
      ...Object.fromEntries(said(texts, (text) => text)),
      ...Object.fromEntries(said(words, (text) => (text === '' ? [] : text.split(',')))),
      ...Object.fromEntries(said(switches, () => true)),
    }
    await using instance = await openInstance(config)
    const data = Answer.parse(await instance.ask(updatePosts, fields))
    const refused = data.results.flatMap(({ post_id, message }) =>
      message === undefined ? [] : [`Post ${post_id} stays as it is: ${message}`],
    )
    const would = given['dry-run'] ? 'would be changed' : 'changed'
    const text = [...refused, `${data.updated} ${would}, ${data.failed} not.`].join('\n')
    return { data, text, ...(data.failed > 0 && { failed: true }) }
  },
}

export const manyPostsCommands = [update]
