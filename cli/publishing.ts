/** `crier publishing pause`, `resume`: holding everything that is on schedule, and letting it go. */
import { z } from 'zod'
import { pausePublishing } from '#operations/publishing/pause-publishing.ts'
import { Late } from '#operations/publishing/parts/late.ts'
import { resumePublishing } from '#operations/publishing/resume-publishing.ts'
import type { Command } from './command.ts'
import { openInstance } from './instance.ts'
import { idsIn } from './words.ts'

const State = z.looseObject({ waiting: z.int(), late: z.int(), under_way: z.int() })
const Resumed = State.extend({ published: z.int(), moved: z.int() })
const names = { account_ids: 'accounts' }

const pause: Command = {
  name: 'publishing pause',
  takes: '[--accounts NAME,ID] [--reason T] [--dry-run] [--json]',
  summary: 'Hold everything that is on schedule, or what goes to these accounts.',
  flags: { accounts: 'optional', reason: 'optional', 'dry-run': 'switch' },
  names,
  json: true,

  async run({ accounts, reason, ...given }, config) {
    await using instance = await openInstance(config)
    const fields = { ...scopeOf(accounts, given), ...(reason !== undefined && { reason }) }
    const data = State.parse(await instance.ask(pausePublishing, fields))
    const { waiting, late, under_way } = data
    return { data, text: `Held: ${waiting} posts (${late} late). Under way: ${under_way}.` }
  },
}

const resume: Command = {
  name: 'publishing resume',
  takes: '[--accounts NAME,ID] [--late publish|next_slot|draft] [--dry-run] [--json]',
  summary: 'Let go what is held; --late says what becomes of posts whose time has passed.',
  flags: { accounts: 'optional', late: 'optional', 'dry-run': 'switch' },
  choices: { late: Late.options },
  names,
  json: true,

  async run({ accounts, late, ...given }, config) {
    await using instance = await openInstance(config)
    const fields = { ...scopeOf(accounts, given), ...(late !== undefined && { late }) }
    const data = Resumed.parse(await instance.ask(resumePublishing, fields))
    const { published, moved, waiting } = data
    const text = `Late posts: ${published} go out now, ${moved} moved. Still held: ${waiting}.`
    return { data, text }
  },
}

function scopeOf(accounts: string | undefined, given: Readonly<Record<string, string>>) {
  return {
    ...(accounts !== undefined && { account_ids: idsIn(accounts) }),
    ...(given['dry-run'] && { dry_run: true }),
  }
}

export const publishingCommands = [pause, resume]
