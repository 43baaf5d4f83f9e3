/** What may be chosen for the options of a post on an account, as its platform said it last. */
import { z } from 'zod'
import type { Scope } from './schema.ts'

const Choice = z.object({
  value: z.string().describe('What to write into the option.'),
  name: z.string(),
  within: z
    .string()
    .optional()
    .describe('The value that this one belongs to: of a section its board.'),
  note: z.string().optional(),
})

const Creator = z.object({
  nickname: z.string().nullable().describe('As the platform shows it beside posts.'),
  switched_off: z
    .array(z.string())
    .describe(
      'Options of a post that are so for every post of this account, since its owner has set it so there, such as disable_duet.',
    ),
  longest_video_seconds: z.number().nullable(),
  may_post_now: z.boolean(),
  reason: z.string().nullable().describe('Why it may not post now.'),
})

export const Choices = z.object({
  options: z.record(z.string(), z.array(Choice)).describe('By option.'),
  complete: z.boolean().describe('False: there are more than were read.'),
  creator: Creator.nullable()
    .default(null)
    .describe('What the platform says of the account just then, where it does: TikTok.'),
  read_at: z.iso.datetime(),
})
export type KeptChoices =
  | z.input<typeof Choices>
  | Readonly<{
      options: Readonly<Record<string, readonly z.input<typeof Choice>[]>>
      complete: boolean
      creator: z.input<typeof Creator> | null
      read_at: string
    }>

export async function readChoices({ db, workspace_id }: Scope, account_id: number) {
  const row = await db
    .selectFrom('account_choices')
    .select('choices')
    .where('workspace_id', '=', workspace_id)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return row && Choices.safeParse(row.choices).data
}

export async function keepChoices(
  { db, workspace_id }: Scope,
  account_id: number,
  kept: KeptChoices,
) {
  const choices = JSON.stringify(kept)
  await db
    .insertInto('account_choices')
    .values({ workspace_id, account_id, choices })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'account_id']).doUpdateSet({ choices }),
    )
    .execute()
}
