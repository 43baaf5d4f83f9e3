/** One label in the place of another, or of none: in what series write, on posts, a number a call, and at the end where links get their parameters. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { anyLabel } from '#operations/posts/parts/fields.ts'
import { limits } from '#rules/limits.ts'
import { Problem } from '#rules/problem.ts'
import { countLabelled, relabel, relabelSeries } from '#store/labels.ts'
import { findUtm, replaceUtm } from '#store/utm.ts'

export const oldLabel = anyLabel.describe('As it is written now.')

/** What a call did, and what is left for the next one. */
export const relabelled = {
  posts: z.int().describe('Posts that were changed by this call.'),
  left: z
    .int()
    .describe(
      `Posts that still have the old one: call again while it is not 0. A call changes ${limits.relabelled_posts}.`,
    ),
}

/** `to` null: it is taken away. */
export async function inPlaceOf(word: string, to: string | null, context: Context) {
  const series = await relabelSeries(context, word, to, context.now)
  const posts = await relabel(context, word, to, limits.relabelled_posts, context.now)
  const left = await countLabelled(context, word)
  const hadTemplate = left === 0 && (await moveTemplate(word, to, context))
  // Sent again, what was carried out to its end is no mistake.
  if (!series && !posts && !left && !hadTemplate && !(await isThere(to, context))) {
    const text = `Look at list_labels: there is no label "${word}".`
    throw new Problem('label_not_found', text)
  }
  return { posts, left }
}

async function isThere(word: string | null, context: Context) {
  if (word === null) return false
  const { templates } = await findUtm(context)
  return templates.some(({ label: of }) => of === word) || (await countLabelled(context, word)) > 0
}

/** False: it has none. Where the new label has one, that stays. */
async function moveTemplate(word: string, to: string | null, context: Context): Promise<boolean> {
  const { templates, updated_at } = await findUtm(context)
  if (!templates.some(({ label: of }) => of === word)) return false
  const isTaken = to === null || templates.some(({ label: of }) => of === to)
  const moved = templates.flatMap((each) => {
    if (each.label !== word) return each
    return isTaken ? [] : { ...each, label: to }
  })
  const seen = updated_at ?? undefined
  // Somebody else wrote them meanwhile: what they wrote counts.
  if (!(await replaceUtm(context, moved, seen, context.now))) return moveTemplate(word, to, context)
  return true
}
